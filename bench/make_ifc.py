#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a large IFC4 file that resembles an export of an authoring tool, the same bytes every time.

    make_ifc.py OUT MEGABYTES

Buildings of ten storeys until the size is reached: spaces, walls with doors and windows, slabs and furniture, with types,
property sets, quantities, layered materials and classifications. Nine records of ten are geometry. Some walls lack a fire
rating, some a material, some a classification, so that checks find something. Needs nothing but Python.
"""
import hashlib
import math
import pathlib
import sys

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$"
WALLS = ["Basic Wall:Au\\X2\\00DF\\X0\\enwand 365", "Basic Wall:Innenwand 115", "Basic Wall:Innenwand 240", "Basic Wall:Schacht F90"]
WIDTHS = [0.365, 0.115, 0.24, 0.175]
RATINGS = ["REI 90", "EI 30", "REI 60", "EI 90"]
ROOMS = ["Office", "Meeting", "Corridor", "Storage", "Kitchen", "B\\X2\\00FC\\X0\\ro"]


def number(value):
    text = repr(float(value))
    if "e" in text:
        return text.replace("e", "E") if "." in text else text.replace("e", ".E")
    return text[:-1] if text.endswith(".0") else text


class Model:
    def __init__(self, out):
        self.out = out
        self.lines = []
        self.next_id = 1
        self.next_guid = 1
        self.bytes = 0
        self.occurrences = {}  # by type: one relation for each, at the end

    def add(self, text):
        """One record, '#12= ' before it and ';' behind; returns '#12'."""
        name = f"#{self.next_id}"
        self.next_id += 1
        self.lines.append(f"{name}= {text};\n")
        return name

    def flush(self):
        text = "".join(self.lines)
        self.out.write(text)
        self.bytes += len(text)
        self.lines.clear()

    def rooted(self, entity, rest):
        digits = int.from_bytes(hashlib.md5(str(self.next_guid).encode()).digest(), "big")
        self.next_guid += 1
        guid = ""
        for _ in range(22):
            guid = ALPHABET[digits & 63] + guid
            digits >>= 6
        return self.add(f"{entity}('{guid}',{self.owner},{rest})")

    # ---- geometry

    def point(self, *coordinates):
        return self.add(f"IFCCARTESIANPOINT(({','.join(map(number, coordinates))}))")

    def place(self, parent, x, y, z, turned=False):
        direction = self.y_axis if turned else self.x_axis
        axes = self.add(f"IFCAXIS2PLACEMENT3D({self.point(x, y, z)},{self.z_axis},{direction})")
        return self.add(f"IFCLOCALPLACEMENT({parent},{axes})")

    def shape(self, kind, items, identifier="Body"):
        context = self.body if identifier == "Body" else self.axis
        made = self.add(f"IFCSHAPEREPRESENTATION({context},'{identifier}','{kind}',({','.join(items)}))")
        return made

    def product_shape(self, *representations):
        return self.add(f"IFCPRODUCTDEFINITIONSHAPE($,$,({','.join(representations)}))")

    def block(self, x, y, z, length, width, height):
        """An extruded rectangle with its corner at x, y, z."""
        at = self.add(f"IFCAXIS2PLACEMENT2D({self.point(length / 2, width / 2)},{self.flat_axis})")
        profile = self.add(f"IFCRECTANGLEPROFILEDEF(.AREA.,$,{at},{number(length)},{number(width)})")
        base = self.add(f"IFCAXIS2PLACEMENT3D({self.point(x, y, z)},{self.z_axis},{self.x_axis})")
        return self.add(f"IFCEXTRUDEDAREASOLID({profile},{base},{self.z_axis},{number(height)})")

    def prism(self, outline, height):
        points = [self.point(x, y) for x, y in outline]
        curve = self.add(f"IFCPOLYLINE(({','.join(points + points[:1])}))")
        profile = self.add(f"IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,{curve})")
        base = self.add(f"IFCAXIS2PLACEMENT3D({self.point(0, 0, 0)},$,$)")
        return self.add(f"IFCEXTRUDEDAREASOLID({profile},{base},{self.z_axis},{number(height)})")

    def box(self, x, y, z, length, width, height):
        """A faceted body, styled: what tools write for furniture and frames. Turned a little, as in a real project."""
        turn = math.radians(30 + self.next_id % 7)
        points = []
        for dx, dy, dz in ((dx, dy, dz) for dz in (0, 1) for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))):
            across, along = x + dx * length, y + dy * width
            points.append(self.point(across * math.cos(turn) - along * math.sin(turn),
                                     across * math.sin(turn) + along * math.cos(turn), z + dz * height / 1.003))
        faces = []
        for corners in ((3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)):
            loop = self.add(f"IFCPOLYLOOP(({','.join(points[i] for i in corners)}))")
            bound = self.add(f"IFCFACEOUTERBOUND({loop},.T.)")
            faces.append(self.add(f"IFCFACE(({bound}))"))
        shell = self.add(f"IFCCLOSEDSHELL(({','.join(faces)}))")
        body = self.add(f"IFCFACETEDBREP({shell})")
        self.add(f"IFCSTYLEDITEM({body},({self.style}),$)")
        return body

    # ---- what is said about things

    def properties(self, name, objects, values):
        members = [self.add(f"IFCPROPERTYSINGLEVALUE('{key}',$,{value},$)") for key, value in values.items() if value]
        made = self.rooted("IFCPROPERTYSET", f"'{name}',$,({','.join(members)})")
        self.rooted("IFCRELDEFINESBYPROPERTIES", f"$,$,({','.join(objects)}),{made}")

    def quantities(self, name, thing, values):
        members = [self.add(f"IFCQUANTITY{kind}('{key}',$,$,{number(value)},$)") for key, kind, value in values]
        made = self.rooted("IFCELEMENTQUANTITY", f"'{name}',$,$,({','.join(members)})")
        self.rooted("IFCRELDEFINESBYPROPERTIES", f"$,$,({thing}),{made}")

    def typed(self, thing, made):
        self.occurrences.setdefault(made, []).append(thing)
        return thing

    def relate(self, entity, objects, other):
        if objects:
            self.rooted(entity, f"$,$,({','.join(objects)}),{other}")

    # ---- the project

    def project(self):
        person = self.add("IFCPERSON($,'Planner','Pat',$,$,$,$,$)")
        company = self.add("IFCORGANIZATION($,'Planning office',$,$,$)")
        both = self.add(f"IFCPERSONANDORGANIZATION({person},{company},$)")
        program = self.add(f"IFCAPPLICATION({company},'1.0','make_ifc','make_ifc')")
        self.owner = self.add(f"IFCOWNERHISTORY({both},{program},$,.ADDED.,$,{both},{program},1577836800)")
        origin = self.point(0, 0, 0)
        self.z_axis = self.add("IFCDIRECTION((0.,0.,1.))")
        self.x_axis = self.add("IFCDIRECTION((1.,0.,0.))")
        self.y_axis = self.add("IFCDIRECTION((0.,1.,0.))")
        self.flat_axis = self.add("IFCDIRECTION((1.,0.))")
        world = self.add(f"IFCAXIS2PLACEMENT3D({origin},{self.z_axis},{self.x_axis})")
        context = self.add(f"IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-05,{world},$)")
        self.body = self.add(f"IFCGEOMETRICREPRESENTATIONSUBCONTEXT('Body','Model',*,*,*,*,{context},$,.MODEL_VIEW.,$)")
        self.axis = self.add(f"IFCGEOMETRICREPRESENTATIONSUBCONTEXT('Axis','Model',*,*,*,*,{context},$,.GRAPH_VIEW.,$)")
        units = [self.add(f"IFCSIUNIT(*,.{kind}.,$,.{name}.)") for kind, name in (
            ("LENGTHUNIT", "METRE"), ("AREAUNIT", "SQUARE_METRE"), ("VOLUMEUNIT", "CUBIC_METRE"), ("PLANEANGLEUNIT", "RADIAN"))]
        assigned = self.add(f"IFCUNITASSIGNMENT(({','.join(units)}))")
        colour = self.add("IFCCOLOURRGB($,0.8,0.75,0.7)")
        shading = self.add(f"IFCSURFACESTYLESHADING({colour},$)")
        self.style = self.add(f"IFCSURFACESTYLE('Paint',.BOTH.,({shading}))")
        made = self.rooted("IFCPROJECT", f"'Campus',$,$,'Synthetic campus',$,({context}),{assigned}")
        self.catalogue()
        self.campus = self.place("$", 0, 0, 0)
        site = self.rooted("IFCSITE", f"'Site',$,$,{self.campus},$,$,.ELEMENT.,(52,31,12),(13,24,18),34.,$,$")
        self.rooted("IFCRELAGGREGATES", f"$,$,{made},({site})")
        return site

    def catalogue(self):
        """Types, layered materials and a classification."""
        self.system = self.add("IFCCLASSIFICATION('NBS','2015',$,'Uniclass 2015',$,'https://uniclass.thenbs.com',$)")
        self.codes = [self.add(f"IFCCLASSIFICATIONREFERENCE($,'{code}','{name}',{self.system},$,$)") for code, name in (
            ("EF_25_10", "Walls"), ("EF_25_30", "Doors and windows"), ("EF_30_20", "Floors"), ("SL_20", "Spaces"))]
        brick, plaster, concrete, wool = (self.add(f"IFCMATERIAL('{name}',$,'{kind}')") for name, kind in (
            ("Brick", "masonry"), ("Plaster", "finish"), ("Concrete C30/37", "concrete"), ("Mineral wool", "insulation")))
        self.concrete = concrete
        self.usages, self.wall_types = [], []
        for name, width, rating in zip(WALLS, WIDTHS, RATINGS):
            layers = [self.add(f"IFCMATERIALLAYER({material},{number(thick)},.F.,$,$,$,$)") for material, thick in (
                (plaster, 0.015), (wool, 0.05), (brick, width - 0.08), (plaster, 0.015))]
            layer_set = self.add(f"IFCMATERIALLAYERSET(({','.join(layers)}),'{name}',$)")
            self.usages.append(self.add(f"IFCMATERIALLAYERSETUSAGE({layer_set},.AXIS2.,.POSITIVE.,0.,$)"))
            rated = self.add(f"IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('{rating}'),$)")
            pset = self.rooted("IFCPROPERTYSET", f"'Pset_WallCommon',$,({rated})")
            self.wall_types.append(self.rooted("IFCWALLTYPE", f"'{name}',$,$,({pset}),$,$,$,.SOLIDWALL."))
        self.door_type = self.rooted("IFCDOORTYPE", "'Single door 885',$,$,$,$,$,$,.DOOR.,.SINGLE_SWING_LEFT.,$,$")
        self.window_type = self.rooted("IFCWINDOWTYPE", "'Casement 1200',$,$,$,$,$,$,.WINDOW.,.SINGLE_PANEL.,$,$")
        self.slab_type = self.rooted("IFCSLABTYPE", "'Floor 250',$,$,$,$,$,$,.FLOOR.")
        self.desk_type = self.rooted("IFCFURNITURETYPE", "'Desk 1600',$,$,$,$,$,$,.NOTDEFINED.,.DESK.")

    # ---- a storey

    def openings(self, wall, wall_place, count, tall, storey):
        """Doors (reaching the floor) or windows in one wall."""
        made = []
        for k in range(count):
            x, width, height, sill = 0.8 + 1.9 * k, 0.885 if tall else 1.2, 2.01 if tall else 1.3, 0 if tall else 0.9
            at = self.place(wall_place, x, 0, sill)
            hole = self.product_shape(self.shape("SweptSolid", [self.block(0, -0.1, 0, width, 0.6, height)]))
            opening = self.rooted("IFCOPENINGELEMENT", f"'Opening',$,$,{at},{hole},$,.OPENING.")
            self.rooted("IFCRELVOIDSELEMENT", f"$,$,{wall},{opening}")
            frame = [self.box(0, 0, 0, 0.06, 0.1, height), self.box(width - 0.06, 0, 0, 0.06, 0.1, height),
                     self.box(0, 0, height - 0.06, width, 0.1, 0.06), self.box(0.06, 0.03, 0.01, width - 0.12, 0.04, height - 0.07)]
            body = self.product_shape(self.shape("Brep", frame))
            here = self.place(at, 0, 0.05, 0)
            tag = f"{storey}{len(made)}{self.next_id}"
            if tall:
                thing = self.rooted("IFCDOOR", f"'Door {tag}',$,'Single door 885',{here},{body},'{tag}',2.01,0.885,.DOOR.,.SINGLE_SWING_LEFT.,$")
                self.properties("Pset_DoorCommon", [thing], {
                    "FireRating": "IFCLABEL('EI 30')" if self.next_id % 3 else "", "IsExternal": "IFCBOOLEAN(.F.)",
                    "Reference": "IFCIDENTIFIER('D885')"})
            else:
                thing = self.rooted("IFCWINDOW", f"'Window {tag}',$,'Casement 1200',{here},{body},'{tag}',1.3,1.2,.WINDOW.,.SINGLE_PANEL.,$")
                self.properties("Pset_WindowCommon", [thing], {
                    "IsExternal": "IFCBOOLEAN(.T.)", "ThermalTransmittance": "IFCTHERMALTRANSMITTANCEMEASURE(1.1)"})
            self.rooted("IFCRELFILLSELEMENT", f"$,$,{opening},{thing}")
            made.append(self.typed(thing, self.door_type if tall else self.window_type))
        return made

    def wall(self, at, kind, x, y, length, turned, external):
        here = self.place(at, x, y, 0, turned)
        line = self.add(f"IFCPOLYLINE(({self.point(0, 0)},{self.point(length, 0)}))")
        body = self.block(0, 0, 0, length, WIDTHS[kind], 3)
        shape = self.product_shape(self.shape("Curve2D", [line], "Axis"), self.shape("SweptSolid", [body]))
        tag = str(self.next_id)
        wall = self.rooted("IFCWALL", f"'{WALLS[kind]}:{tag}',$,'{WALLS[kind]}',{here},{shape},'{tag}',.SOLIDWALL.")
        self.properties("Pset_WallCommon", [wall], {
            "Reference": f"IFCIDENTIFIER('W{kind}')", "FireRating": f"IFCLABEL('{RATINGS[kind]}')" if self.next_id % 7 else "",
            "LoadBearing": f"IFCBOOLEAN(.{'T' if kind != 1 else 'F'}.)", "IsExternal": f"IFCBOOLEAN(.{'T' if external else 'F'}.)",
            "ThermalTransmittance": f"IFCTHERMALTRANSMITTANCEMEASURE({number(0.2 + 0.3 * kind)})"})
        self.quantities("Qto_WallBaseQuantities", wall, [
            ("Length", "LENGTH", length), ("Height", "LENGTH", 3), ("Width", "LENGTH", WIDTHS[kind]),
            ("GrossSideArea", "AREA", length * 3), ("NetVolume", "VOLUME", length * 3 * WIDTHS[kind])])
        self.layered[kind].append(self.typed(wall, self.wall_types[kind]))
        return wall, here

    def room(self, at, number_, x, y, width, depth):
        here = self.place(at, x, y, 0)
        outline = [(0, 0), (width, 0), (width, depth), (width / 2, depth), (width / 2, depth - 0.2), (0, depth - 0.2)]
        shape = self.product_shape(self.shape("SweptSolid", [self.prism(outline, 2.75)]))
        name = ROOMS[self.next_id % len(ROOMS)]
        space = self.rooted("IFCSPACE", f"'{number_}',$,$,{here},{shape},'{name}',.ELEMENT.,.INTERNAL.,$")
        self.properties("Pset_SpaceCommon", [space], {
            "Reference": f"IFCIDENTIFIER('{name}')", "IsExternal": "IFCBOOLEAN(.F.)", "GrossPlannedArea": f"IFCAREAMEASURE({number(width * depth)})"})
        self.quantities("Qto_SpaceBaseQuantities", space, [
            ("Height", "LENGTH", 2.75), ("NetFloorArea", "AREA", width * depth - 0.1 * width), ("NetVolume", "VOLUME", width * depth * 2.75)])
        return space

    def desk(self, at, x, y):
        here = self.place(at, x, y, 0)
        parts = [self.box(0, 0, 0.72, 1.6, 0.8, 0.03)] + [
            self.box(dx, dy, 0, 0.05, 0.05, 0.72) for dx in (0.02, 1.53) for dy in (0.02, 0.73)]
        shape = self.product_shape(self.shape("Brep", parts))
        tag = str(self.next_id)
        desk = self.rooted("IFCFURNITURE", f"'Desk {tag}',$,'Desk 1600',{here},{shape},'{tag}',.DESK.")
        return self.typed(desk, self.desk_type)

    def storey(self, building_place, level, building):
        at = self.place(building_place, 0, 0, 3.2 * level)
        storey = self.rooted("IFCBUILDINGSTOREY", f"'Level {level:02}',$,$,{at},$,$,.ELEMENT.,{number(3.2 * level)}")
        walls, doors, windows, desks, rooms = [], [], [], [], []
        self.layered = [[] for _ in WALLS]
        for k in range(12):
            x, inside, external = 4.2 * k, 1 + k % 3, k % 12 in (0, 11)
            outer, place = self.wall(at, 0, x, 0, 4.2, False, True)
            windows += self.openings(outer, place, 2, False, level)
            inner, place = self.wall(at, inside, x, 5.5, 4.2, False, False)
            doors += self.openings(inner, place, 1, True, level)
            walls += [outer, inner, self.wall(at, 0 if external else inside, x, 0, 5.5, True, external)[0]]
            rooms.append(self.room(at, f"{building}.{level:02}.{k:02}", x + 0.3, 0.4, 3.8, 5))
            desks += [self.desk(at, x + 0.6, 1 + 1.5 * row) for row in range(3)]
        shape = self.product_shape(self.shape("SweptSolid", [self.block(0, 0, -0.25, 50.4, 7.5, 0.25)]))
        slab = self.rooted("IFCSLAB", f"'Floor:{self.next_id}',$,'Floor 250',{self.place(at, 0, 0, 0)},{shape},'{self.next_id}',.FLOOR.")
        self.properties("Pset_SlabCommon", [slab], {"LoadBearing": "IFCBOOLEAN(.T.)", "FireRating": "IFCLABEL('REI 90')"})
        self.rooted("IFCRELAGGREGATES", f"$,$,{storey},({','.join(rooms)})")
        self.relate("IFCRELCONTAINEDINSPATIALSTRUCTURE", walls + doors + windows + desks + [slab], storey)
        self.describe(walls, doors + windows, slab, rooms)
        return storey

    def describe(self, walls, openings, slab, rooms):
        for kind, usage in enumerate(self.usages):
            layered = self.layered[kind]
            self.relate("IFCRELASSOCIATESMATERIAL", layered[:-1] if kind == 1 else layered, usage)
        self.relate("IFCRELASSOCIATESMATERIAL", [self.typed(slab, self.slab_type)], self.concrete)
        for things, code in zip((walls[1:], openings, [slab], rooms[2:]), self.codes):
            self.relate("IFCRELASSOCIATESCLASSIFICATION", things, code)


def write(path, megabytes):
    wanted = int(megabytes * 1e6)
    with open(path, "w", encoding="ascii", newline="") as out:
        model = Model(out)
        out.write("ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('ViewDefinition [ReferenceView_V1.2]'),'2;1');\n"
                  f"FILE_NAME('campus.ifc','2020-01-01T00:00:00',('Planner'),('Planning office'),'make_ifc','make_ifc','');\n"
                  "FILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n")
        site = model.project()
        buildings = []
        while model.bytes < wanted or not buildings:
            place = model.place(model.campus, 60 * (len(buildings) % 20), 20 * (len(buildings) // 20), 0)
            name = f"B{len(buildings) + 1:03}"
            building = model.rooted("IFCBUILDING", f"'{name}',$,$,{place},$,'House {name}',.ELEMENT.,$,$,$")
            storeys = []
            while len(storeys) < 10 and (model.bytes < wanted or not storeys):
                storeys.append(model.storey(place, len(storeys), name))
                model.flush()
            model.rooted("IFCRELAGGREGATES", f"$,$,{building},({','.join(storeys)})")
            buildings.append(building)
        model.rooted("IFCRELAGGREGATES", f"$,$,{site},({','.join(buildings)})")
        for made, things in model.occurrences.items():
            model.relate("IFCRELDEFINESBYTYPE", things, made)
        model.flush()
        out.write("ENDSEC;\nEND-ISO-10303-21;\n")
    return model.next_id - 1


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    records = write(pathlib.Path(sys.argv[1]), float(sys.argv[2]))
    print(f"{sys.argv[1]}: {records} records", file=sys.stderr)


if __name__ == "__main__":
    main()
