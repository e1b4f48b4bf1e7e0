// SPDX-License-Identifier: Apache-2.0
// Reports as the server would send them: the part "report" of a view.

type Row = [guid: string, name: string, tag: string, id: number, ...places: [number, number, number, number]];

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$";
export function guidOf(number: number): string {
  let tail = "";
  for (let left = number; left > 0; left = Math.floor(left / 64)) tail = digits[left % 64]! + tail;
  return "2O2Fr$t4X7Zf8NOew30000".slice(0, 22 - tail.length) + tail;
}

const words = [
  "",
  "IfcWall",
  "SOLIDWALL",
  "Exterior – Brick on CMU",
  "Level 1",
  "Level 2",
  "The property FireRating of Pset_WallCommon is missing",
  "The property LoadBearing of Pset_WallCommon is missing",
  "An IfcBuildingElementProxy is not allowed",
];

const wall = (number: number): Row => [
  guidOf(number),
  number === 7 ? "" : `Basic Wall:Exterior – Brick on CMU:${number}`,
  String(number),
  1000 + number,
  1,
  number % 3 === 0 ? 2 : 0,
  3,
  4 + (number % 2),
];

const passed = (title: string, identifier: string, elements: number) => ({
  title,
  identifier,
  status: "pass",
  appliesTo: "every IfcDoor",
  occurrence: "required",
  ifcVersions: "IFC4",
  applicable: elements,
  passed: elements,
  failed: 0,
  requirements: [{ text: 'The name must match "D-[0-9]{3}"', status: "pass", passed: elements, failed: 0 }],
  failures: [],
});

function fire(walls: number, failing: number) {
  const rows = Array.from({ length: failing }, (_, index): [number, number, number][] => [
    [index, 0, index % 4 === 3 ? words.length : 6],
    ...(index % 3 === 0 ? [[index, 1, 7] as [number, number, number]] : []),
  ]).flat();
  const second = Math.ceil(failing / 3);
  return {
    title: "Walls carry a fire rating",
    identifier: "FIRE-1",
    status: failing > 0 ? "fail" : "pass",
    appliesTo: "every IfcWall whose predefined type is any",
    occurrence: "optional",
    ifcVersions: "IFC2X3, IFC4",
    description: "Every wall that separates fire compartments must state its resistance.",
    instructions: "Ask the fire consultant for the value.\nEnter it in the property set of the wall or of its type.",
    applicable: walls,
    passed: walls - failing,
    failed: failing,
    requirements: [
      {
        text: "FireRating in Pset_WallCommon must be one of REI30, REI60, REI90",
        status: "fail",
        passed: walls - failing,
        failed: failing,
      },
      {
        text: "LoadBearing in Pset_WallCommon must be given",
        status: "fail",
        passed: walls - second,
        failed: second,
      },
      { text: "The name must be given", status: "pass", passed: walls, failed: 0 },
    ],
    failures: rows,
  };
}

const spaces = {
  title: "The model has spaces",
  identifier: "SPACE-1",
  status: "fail",
  reason: "Nothing in the model is applicable, and something must be",
  appliesTo: "every IfcSpace",
  occurrence: "required",
  ifcVersions: "IFC2X3",
  versionMatches: false,
  applicable: 0,
  passed: 0,
  failed: 0,
  requirements: [{ text: "LongName must be given", status: "pass", passed: 0, failed: 0 }],
  failures: [],
};
const proxies = {
  title: "No proxies",
  status: "fail",
  appliesTo: "every IfcBuildingElementProxy",
  occurrence: "prohibited",
  ifcVersions: "IFC4",
  applicable: 2,
  passed: 0,
  failed: 2,
  requirements: [],
  itself: { text: "There must be no such elements", failed: 2 },
  failures: [
    [0, -1, 8],
    [1, -1, 8],
  ],
};

function modelOf(name: string, status: string, specs: { status: string }[], elements: Row[]) {
  return {
    name,
    schema: "IFC4",
    project: "Harbour Quarter",
    application: "Autodesk Revit 2026",
    status,
    totals: totalsOf(specs, elements.length),
    words: [...words, 'FireRating is "F30", which is none of REI30, REI60, REI90'],
    elements,
    specs,
  };
}

const totalsOf = (specs: { status: string }[], elementsFailed: number) => ({
  specifications: specs.length,
  specificationsPassed: specs.filter(({ status }) => status === "pass").length,
  requirements: 8,
  requirementsPassed: elementsFailed > 0 ? 6 : 8,
  checks: 1492,
  checksPassed: elementsFailed > 0 ? 1209 : 1492,
  elementsFailed,
  elementsAtLeast: false,
});

const head = {
  title: "Handover requirements, Harbour Quarter block C",
  description: "",
  checked: "2026-11-15 10:30 UTC",
  about: ["Author bim@example.com", "Version 1.0", "Date 2026-11-01", "Checked with Lintel 0.1.0"],
  warnings: [] as string[],
  left: 0,
};

// Three specifications of five fail; walls of the first fail one or two requirements.
export function failingReport(walls = 300, failing = 212) {
  const specs = [
    fire(walls, failing),
    spaces,
    proxies,
    passed("Doors are numbered", "DOOR-1", 148),
    passed("Doors say whether they are external", "DOOR-2", 148),
  ];
  const elements = Array.from({ length: Math.max(2, failing) }, (_, index) => wall(index));
  return {
    ...head,
    status: "fail",
    verdict: "3 of 5 specifications failed",
    totals: totalsOf(specs, elements.length),
    models: [modelOf("HQ-C_architecture.ifc", "fail", specs, elements)],
  };
}

export function passedReport() {
  const specs = [0, 1, 2, 3, 4, 5].map((storey) =>
    passed(`Doors of storey ${storey} are numbered`, `OK-${storey}`, 12 + 30 * storey),
  );
  return {
    ...head,
    status: "pass",
    verdict: "All 6 specifications passed",
    totals: totalsOf(specs, 0),
    models: [modelOf("HQ-C_structure.ifc", "pass", specs, [])],
  };
}

// A specification that could not be checked, one that applies to nothing, one that passes with a warning.
export function neitherReport() {
  const nobody = { applicable: 0, passed: 0, failures: [] };
  const specs = [
    {
      ...passed("Names follow a pattern", "BAD-1", 0),
      ...nobody,
      status: "error",
      reason: "It could not be checked: a ( that is never closed",
      requirements: [{ text: "Name must be text like (a", status: "error", passed: 0, failed: 0 }],
    },
    { ...passed("Doors are numbered", "DOOR-1", 148), status: "warning", warnings: ["It is not meant for IFC4"] },
    {
      ...passed("Lifts have a load", "LIFT-1", 0),
      ...nobody,
      status: "not_applicable",
      reason: "Nothing in the model is applicable: nothing was checked",
      requirements: [{ text: "Tag must be given", status: "not_applicable", passed: 0, failed: 0 }],
    },
  ];
  const totals = {
    ...totalsOf(specs, 0),
    specificationsPassed: 1,
    specificationsErrors: 1,
    specificationsNotApplicable: 1,
  };
  return {
    ...head,
    status: "error",
    verdict: "1 of 3 specifications could not be checked",
    totals,
    models: [modelOf("HQ-C_structure.ifc", "error", specs, [])],
  };
}

export function severalReports() {
  const [one, two] = [failingReport(40, 7), passedReport()];
  return {
    ...one,
    verdict: "3 of 11 specifications failed",
    totals: { ...one.totals, specifications: 11, specificationsPassed: 8 },
    models: [...one.models, ...two.models],
  };
}

// What an attacker would call his walls. Nothing of it may run, load or leave its place.
export function hostileReport() {
  const attack = (where: string) =>
    `</script><script>window.hacked='${where}'</script><!--<img src=x onerror="window.hacked='${where}'">\u202egnp.exe`;
  const report = failingReport(20, 12);
  const model = report.models[0]!;
  return {
    ...report,
    title: attack("title"),
    description: attack("description"),
    checked: attack("checked"),
    verdict: attack("verdict"),
    about: [attack("about")],
    warnings: [attack("warning"), "w".repeat(600)],
    models: [
      {
        ...model,
        name: attack("model"),
        schema: attack("schema"),
        words: model.words.map((_, index) => attack(`word ${index}`)),
        elements: model.elements.map(([, , ...rest], index) => [
          attack("guid"),
          index === 1 ? "n".repeat(300) : attack("name"),
          ...rest,
        ]),
        specs: model.specs.map((spec) => ({
          ...spec,
          title: attack("specification"),
          identifier: attack("identifier"),
          reason: attack("reason"),
          appliesTo: attack("applies to"),
          description: attack("what"),
          requirements: spec.requirements.map((requirement) => ({ ...requirement, text: attack("requirement") })),
        })),
      },
    ],
  };
}

// Scripts that run from the right, and those without blanks.
export function foreignReport() {
  const report = failingReport(40, 9);
  const model = report.models[0]!;
  const [first, ...others] = model.specs;
  return {
    ...report,
    title: "متطلبات تسليم المبنى – 竣工交付要求",
    description:
      "يجب أن يذكر كل جدار يفصل بين قطاعات الحريق مقاومته للحريق، وأن يكون لكل باب رقم واحد فقط.\n每面防火分区墙必须注明耐火极限,每扇门必须有唯一编号。",
    warnings: ["النموذج مكتوب بمخطط آخر: IFC2X3", "模型使用其他架构:IFC2X3"],
    models: [
      {
        ...model,
        name: "مبنى_أ_المعماري.ifc",
        project: "حي الميناء",
        words: model.words.map((word) =>
          word.startsWith("Level")
            ? "الطابق الأول"
            : word.startsWith("Exterior")
              ? "外墙 – 砖砌体"
              : word.includes("missing")
                ? "缺少属性 Pset_WallCommon.FireRating"
                : word,
        ),
        elements: model.elements.map(([guid, , ...rest], index) => [
          guid,
          index % 2 === 0 ? `جدار خارجي من الطوب ${index}` : `外墙:砖砌体外墙耐火极限未注明的非常长的构件名称:${index}`,
          ...rest,
        ]),
        specs: [
          {
            ...first,
            title: "الجدران تحمل تصنيف مقاومة الحريق",
            description: "يجب على كل جدار أن يذكر مقاومته.\nاسأل مستشار الحريق عن القيمة.",
            instructions: "请向消防顾问询问数值。",
          },
          ...others,
        ],
      },
    ],
  };
}
