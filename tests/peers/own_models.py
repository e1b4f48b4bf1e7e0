#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Small models of our own for the scripts that compare us with others, so that they need no files from elsewhere.

    own_models.py FOLDER

A house in each schema of IDS 1.0, in metres and in millimetres, and one storey of the office that the benchmarks use. The
same bytes every time. Some walls lack what the rules ask for, some have it from their type, names are in several scripts.
"""
import hashlib
import pathlib
import sys

import ifcopenshell
import ifcopenshell.guid

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import make_ifc  # noqa: E402

SCHEMAS = ["IFC2X3", "IFC4", "IFC4X3_ADD2"]
NAMES = ["Außenwand 365", "it's 'quoted'", "back\\slash \\X\\ not", "日本語の壁", "Wall 7", "x", "", None, "naïve – dash", "house \U0001F3E0", "W" * 60]


class House:
    """Elements of one file. What an entity of this schema has no attribute for is left out."""

    def __init__(self, schema, millimetres):
        self.file = ifcopenshell.file(schema=schema)
        self.old = schema == "IFC2X3"
        self.scale = 1000.0 if millimetres else 1.0
        self.millimetres = millimetres
        self.made = 0

    def make(self, kind, **attributes):
        known = {each.name() for each in ifcopenshell.schema_by_name(self.file.schema_identifier).declaration_by_name(kind).all_attributes()}
        return self.file.create_entity(kind, **{name: value for name, value in attributes.items() if name in known and value is not None})

    def rooted(self, kind, **attributes):
        self.made += 1
        digest = hashlib.md5(f"{self.file.schema} {self.scale} {self.made}".encode()).hexdigest()
        return self.make(kind, GlobalId=ifcopenshell.guid.compress(digest), OwnerHistory=self.owner, **attributes)

    def relate(self, kind, whole, parts, **attributes):
        """attributes: the names of both sides, `whole` and `parts` filled in."""
        names = {"whole": whole, "parts": parts}
        return self.rooted(kind, **{name: names[value] for name, value in attributes.items()})

    # ---- the frame

    def begin(self):
        person = self.make("IfcPerson", FamilyName="Müller", GivenName="Ä")
        office = self.make("IfcOrganization", Name="Office")
        both = self.make("IfcPersonAndOrganization", ThePerson=person, TheOrganization=office)
        program = self.make("IfcApplication", ApplicationDeveloper=office, Version="1", ApplicationFullName="own models", ApplicationIdentifier="own")
        self.owner = self.make("IfcOwnerHistory", OwningUser=both, OwningApplication=program, ChangeAction="ADDED", CreationDate=1577836800)
        origin = self.make("IfcCartesianPoint", Coordinates=(0.0, -1.5e-7, 1234567.875))
        axes = self.make("IfcAxis2Placement3D", Location=origin)
        context = self.make("IfcGeometricRepresentationContext", ContextType="Model", CoordinateSpaceDimension=3, Precision=1e-5, WorldCoordinateSystem=axes)
        self.place = self.make("IfcLocalPlacement", RelativePlacement=axes)
        self.project = self.rooted("IfcProject", Name="House", RepresentationContexts=[context], UnitsInContext=self.units())

    def units(self):
        si = lambda kind, name, prefix=None: self.make("IfcSIUnit", UnitType=kind, Name=name, Prefix=prefix)  # noqa: E731
        radian = si("PLANEANGLEUNIT", "RADIAN")
        dimensions = self.make("IfcDimensionalExponents", LengthExponent=0, MassExponent=0, TimeExponent=0, ElectricCurrentExponent=0,
                               ThermodynamicTemperatureExponent=0, AmountOfSubstanceExponent=0, LuminousIntensityExponent=0)
        factor = self.make("IfcMeasureWithUnit", ValueComponent=self.file.create_entity("IfcPlaneAngleMeasure", 0.017453292519943295), UnitComponent=radian)
        degree = self.make("IfcConversionBasedUnit", Dimensions=dimensions, UnitType="PLANEANGLEUNIT", Name="DEGREE", ConversionFactor=factor)
        prefix = "MILLI" if self.millimetres else None
        return self.make("IfcUnitAssignment", Units=[si("LENGTHUNIT", "METRE", prefix), si("AREAUNIT", "SQUARE_METRE"),
                                                     si("VOLUMEUNIT", "CUBIC_METRE", prefix), si("MASSUNIT", "GRAM", "KILO"),
                                                     si("TIMEUNIT", "SECOND"), degree if self.millimetres else radian])

    def spatial(self, kind, name, **more):
        return self.rooted(kind, Name=name, ObjectPlacement=self.place, CompositionType="ELEMENT", **more)

    def aggregate(self, whole, parts):
        self.relate("IfcRelAggregates", whole, parts, RelatingObject="whole", RelatedObjects="parts")

    # ---- what is said about things

    def value(self, kind, value):
        return self.file.create_entity(kind, value)

    def property_set(self, name, values):
        members = [self.make("IfcPropertySingleValue", Name=key, NominalValue=value) for key, value in values.items()]
        return self.rooted("IfcPropertySet", Name=name, HasProperties=members)

    def several_values(self, things):
        """A list, a table and bounded values; in the last set each is wholly within 1 and 10, in the first it is not."""
        real = lambda number: self.value("IfcReal", float(number))  # noqa: E731
        for thing, most, point in ((things[0], 20, None), (things[1], 10, None), (things[2], None, 5)):
            members = [self.make("IfcPropertyListValue", Name="List", ListValues=[real(2), real(most or 7)]),
                       self.make("IfcPropertyTableValue", Name="Table", DefiningValues=[self.value("IfcLabel", "a"), self.value("IfcLabel", "b")],
                                 DefinedValues=[real(1), real(most or 7)]),
                       self.make("IfcPropertyBoundedValue", Name="Bounds", UpperBoundValue=real(most) if most else None,
                                 LowerBoundValue=real(1) if most else None, SetPointValue=real(point) if point else None)]
            made = self.rooted("IfcPropertySet", Name="Own_Several", HasProperties=members)
            self.relate("IfcRelDefinesByProperties", made, [thing], RelatingPropertyDefinition="whole", RelatedObjects="parts")
        nameless = self.property_set(None, {"Hidden": self.value("IfcLabel", "x")})
        self.relate("IfcRelDefinesByProperties", nameless, [things[3]], RelatingPropertyDefinition="whole", RelatedObjects="parts")

    def properties(self, things, name, values):
        self.relate("IfcRelDefinesByProperties", self.property_set(name, values), things,
                    RelatingPropertyDefinition="whole", RelatedObjects="parts")

    def quantities(self, thing, name, areas):
        members = [self.make("IfcQuantityArea", Name=key, AreaValue=value) for key, value in areas.items()]
        made = self.rooted("IfcElementQuantity", Name=name, Quantities=members)
        self.relate("IfcRelDefinesByProperties", made, [thing], RelatingPropertyDefinition="whole", RelatedObjects="parts")

    def typed(self, kind, name, things, sets=None, **more):
        made = self.rooted(kind, Name=name, HasPropertySets=sets, **more)
        self.relate("IfcRelDefinesByType", made, things, RelatingType="whole", RelatedObjects="parts")

    def layered(self, things):
        layers = [self.make("IfcMaterialLayer", Material=self.make("IfcMaterial", Name=name), LayerThickness=width * self.scale)
                  for name, width in (("Brick", 0.24), ("Putz", 0.015))]
        made = self.make("IfcMaterialLayerSet", MaterialLayers=layers, LayerSetName="Masonry")
        usage = self.make("IfcMaterialLayerSetUsage", ForLayerSet=made, LayerSetDirection="AXIS2", DirectionSense="POSITIVE", OffsetFromReferenceLine=0.0)
        self.relate("IfcRelAssociatesMaterial", usage, things, RelatingMaterial="whole", RelatedObjects="parts")

    def classified(self, things, code, name):
        system = self.make("IfcClassification", Source="NBS", Edition="2015", Name="Uniclass 2015")
        key = "ItemReference" if self.old else "Identification"
        made = self.make("IfcClassificationReference", Name=name, ReferencedSource=system, **{key: code})
        self.relate("IfcRelAssociatesClassification", made, things, RelatingClassification="whole", RelatedObjects="parts")

    # ---- the house

    def walls(self):
        standard = "IfcWallStandardCase" if self.file.schema in ("IFC2X3", "IFC4") else "IfcWall"
        made = []
        for number, name in enumerate(NAMES):
            wall = self.rooted(standard if number % 2 else "IfcWall", Name=name, Tag=str(number), ObjectPlacement=self.place,
                               PredefinedType=None if number % 3 else "SOLIDWALL")
            said = {"LoadBearing": self.value("IfcBoolean", number % 4 != 1), "IsExternal": self.value("IfcBoolean", number % 2 == 0)}
            if number % 3:
                said["FireRating"] = self.value("IfcLabel", f"REI {30 * (number % 4)}")
            if number % 5 == 0:
                said["ThermalTransmittance"] = self.value("IfcThermalTransmittanceMeasure", 0.1 + number / 7)
            self.properties([wall], "Pset_WallCommon", said)
            made.append(wall)
        rated = self.property_set("Pset_WallCommon", {"FireRating": self.value("IfcLabel", "EI 90"), "Status": self.value("IfcLogical", "UNKNOWN")})
        self.typed("IfcWallType", "Basic wall", made[:4], [rated], PredefinedType="STANDARD")
        self.layered(made[1:8])
        self.classified(made[2:], "EF_25_10", "Walls")
        return made

    def openings(self, walls):
        made = []
        for number, wall in enumerate(walls[:6]):
            hole = self.rooted("IfcOpeningElement", Name=f"Opening {number}", ObjectType=["Opening", "Recess", "Hole"][number % 3], ObjectPlacement=self.place)
            self.relate("IfcRelVoidsElement", wall, hole, RelatingBuildingElement="whole", RelatedOpeningElement="parts")
            kind = "IfcDoor" if number % 2 else "IfcWindow"
            thing = self.rooted(kind, Name=f"{kind[3:]} {number}" if number else "Oriel", Tag=None if number == 3 else f"T{number}", ObjectPlacement=self.place,
                                OverallHeight=2.01 * self.scale, OverallWidth=0.885 * self.scale)
            self.relate("IfcRelFillsElement", hole, thing, RelatingOpeningElement="whole", RelatedBuildingElement="parts")
            made.append(thing)
        doors = [each for each in made if each.is_a("IfcDoor")]
        self.properties(doors[:2], "Pset_DoorCommon", {"IsExternal": self.value("IfcBoolean", False), "FireRating": self.value("IfcLabel", "EI 30")})
        style = dict(OperationType="SINGLE_SWING_LEFT", ConstructionType="WOOD", ParameterTakesPrecedence=True, Sizeable=False, PredefinedType="DOOR")
        self.typed("IfcDoorStyle" if self.old else "IfcDoorType", "Single door", doors, **style)
        return made

    def rooms(self, storey):
        made = []
        for number, name in enumerate(["Küche", "Bad", None]):
            space = self.spatial("IfcSpace", f"R{number}", LongName=name, InteriorOrExteriorSpace="INTERNAL")
            if number < 2:
                self.quantities(space, "BaseQuantities", {"NetFloorArea": 12.5 + number, "GrossFloorArea": 14.0})
            made.append(space)
        self.aggregate(storey, made)
        return made

    def others(self):
        slabs = [self.rooted("IfcSlab", Name=f"Slab {number}", PredefinedType=kind, ObjectPlacement=self.place)
                 for number, kind in enumerate(["FLOOR", "ROOF", None, "FLOOR"])]
        material = self.make("IfcMaterial", Name="Concrete C30/37")
        self.relate("IfcRelAssociatesMaterial", material, slabs[:2], RelatingMaterial="whole", RelatedObjects="parts")
        proxies = [self.rooted("IfcBuildingElementProxy", Name=f"Proxy {number}", ObjectType=kind, ObjectPlacement=self.place)
                   for number, kind in enumerate([None, "Sculpture"])]
        stair = self.rooted("IfcStair", Name="Stair", ObjectPlacement=self.place, ShapeType="STRAIGHT_RUN_STAIR", PredefinedType="STRAIGHT_RUN_STAIR")
        self.aggregate(stair, [self.rooted("IfcStairFlight", Name="Flight", ObjectPlacement=self.place)])
        self.several_values(slabs)
        group = self.rooted("IfcGroup", Name="Shell")
        self.rooted("IfcRelAssignsToGroup", RelatedObjects=slabs, RelatingGroup=group)
        return [*slabs, *proxies, stair]

    def build(self):
        self.begin()
        site, building, storey = self.spatial("IfcSite", "Site"), self.spatial("IfcBuilding", "House"), self.spatial("IfcBuildingStorey", "EG", Elevation=0.0)
        for whole, part in ((self.project, site), (site, building), (building, storey)):
            self.aggregate(whole, [part])
        self.rooms(storey)
        walls = self.walls()
        things = [*walls, *self.openings(walls), *self.others()]
        self.relate("IfcRelContainedInSpatialStructure", storey, things[:-1], RelatingStructure="whole", RelatedElements="parts")
        return self.file


def write_models(folder):
    """The paths of the models, smallest first."""
    folder = pathlib.Path(folder)
    made = []
    for schema in SCHEMAS:
        for millimetres in (False, True):
            made.append(folder / f"house_{schema.lower()}_{'mm' if millimetres else 'm'}.ifc")
            file = House(schema, millimetres).build()
            file.header.file_name.time_stamp = "2020-01-01T00:00:00"
            file.write(str(made[-1]))
    made.append(folder / "office.ifc")
    make_ifc.write(made[-1], 0)
    return made


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for path in write_models(sys.argv[1]):
        print(path, path.stat().st_size)
