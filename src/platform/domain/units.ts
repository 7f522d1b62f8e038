type Measure = 'mass' | 'imperial' | 'volume' | 'length' | 'pieces' | 'thousands' | 'packages'

/**
 * Every unit that is known: what it measures, how many of the smallest of its kind it is (null: it relates to no other), and how it
 * is written besides. Units of one kind relate exactly; those of different kinds (kilograms, pounds, pieces) do not.
 */
const UNITS: readonly (readonly [unit: string, of: Measure, size: number | null, written: string])[] = [
  ['MG', 'mass', 1, ''],
  ['G', 'mass', 1000, 'GR GRAM GRAMS GRAMME GRAMMES'],
  ['KG', 'mass', 1_000_000, 'KGS KILO KILOS KILOGRAM KILOGRAMS KILOGRAMME KILOGRAMMES'],
  ['T', 'mass', 1_000_000_000, 'TONNE TONNES MT'],
  ['OZ', 'imperial', 1, 'OUNCE OUNCES'],
  ['LB', 'imperial', 16, 'LBS POUND POUNDS LIVRE LIVRES'],
  ['ML', 'volume', 1, ''],
  ['L', 'volume', 1000, 'LITRE LITRES LITER LITERS LT'],
  ['CM', 'length', 1, ''],
  ['METRE', 'length', 100, 'METRES METER METERS MÈTRE MÈTRES METRO METROS MTR'],
  [
    ...(['UN', 'pieces', 1] as const),
    'U UNIT UNITS UNITÉ UNITÉS UNIDAD UNIDADES UND EA EACH PC PCS PCE PIECE PIECES PIÈCE PIÈCES PIEZA PIEZAS ST STK STÜCK ' +
      'CAP CAPS CAPSULE CAPSULES GÉLULE GÉLULES KAPSEL KAPSELN CÁPSULA CÁPSULAS SOFTGEL SOFTGELS TAB TABS TABLET TABLETS ' +
      'COMPRIMÉ COMPRIMÉS TABLETTE TABLETTEN TABLETA TABLETAS BTL BTLS BOTTLE BOTTLES BOUTEILLE BOUTEILLES FLACON FLACONS ' +
      'FLASCHE FLASCHEN BOTELLA BOTELLAS',
  ],
  // A thousand pieces, as capsules are sold: 2.5 of them are whole pieces.
  ['M', 'thousands', 1000, 'THOUSAND MILLE MILLIER TAUSEND MILLAR MU'],
  ['BOX', 'packages', null, 'BOXES BX BOÎTE BOÎTES BOITE BOITES SCHACHTEL SCHACHTELN CAJA CAJAS'],
  ['CASE', 'packages', null, 'CASES CS CAISSE CAISSES KISTE KISTEN'],
  ['CARTON', 'packages', null, 'CARTONS CTN CTNS KARTON KARTONS'],
  ['JAR', 'packages', null, 'JARS POT POTS'],
  ['DOSE', 'packages', null, 'DOSES DOSEN'],
  ['TUB', 'packages', null, 'TUBS'],
  ['TUBE', 'packages', null, 'TUBES TUBO TUBOS'],
  ['CAN', 'packages', null, 'CANS'],
  ['DRUM', 'packages', null, 'DRUMS FASS FÄSSER'],
  ['BAG', 'packages', null, 'BAGS SAC SACS SACK SÄCKE BOLSA BOLSAS'],
  ['POUCH', 'packages', null, 'POUCHES'],
  ['SACHET', 'packages', null, 'SACHETS'],
  ['STICK', 'packages', null, 'STICKS'],
  ['VIAL', 'packages', null, 'VIALS AMPOULE AMPOULES'],
  ['PACK', 'packages', null, 'PACKS PK PKG PAQUET PAQUETS PACKUNG PACKUNGEN PAQUETE PAQUETES'],
  ['KIT', 'packages', null, 'KITS SET SETS'],
  ['ROLL', 'packages', null, 'ROLLS ROULEAU ROULEAUX ROLLE ROLLEN ROLLO ROLLOS'],
  ['LABEL', 'packages', null, 'LABELS'],
  ['PALLET', 'packages', null, 'PALLETS PALETTE PALETTES PALETTEN PLT SKID SKIDS'],
]

const BY_WORD = new Map(
  UNITS.flatMap((row) => [row[0], ...row[3].split(' ')].map((word) => [word, row] as const)),
)

const wordOf = (unit: string) => unit.trim().toUpperCase().replace(/\.$/, '')
/** One way of writing it; of no known unit its own, so that it is equal to itself alone. */
const known = (unit: string): string => BY_WORD.get(wordOf(unit))?.[0] ?? wordOf(unit)

/** Pieces and packages are ordered whole; what is weighed or measured, and a unit that nobody knows, has up to three decimals. */
export function isWhole(unit: string | null): boolean {
  const of = BY_WORD.get(wordOf(unit ?? ''))?.[1]
  return of === 'pieces' || of === 'packages'
}

/** What a measure is compared in: a thousand of them are pieces still. */
const kindOf = (of: Measure) => (of === 'thousands' ? 'pieces' : of)

/** How many of `to` one of `from` is: [1000, 1] from KG to G; null: they cannot be compared. */
function ratioOf(from: string, to: string): readonly [bigint, bigint] | null {
  if (known(from) === known(to)) return [1n, 1n]
  const [one, other] = [BY_WORD.get(wordOf(from)), BY_WORD.get(wordOf(to))]
  if (!one || !other || kindOf(one[1]) !== kindOf(other[1])) return null
  return one[2] === null || other[2] === null ? null : [BigInt(one[2]), BigInt(other[2])]
}

export const countsPieces = (unit: string): boolean => {
  const of = BY_WORD.get(wordOf(unit))?.[1]
  return of !== undefined && kindOf(of) === 'pieces'
}

const MICRO = 1_000_000n
/** Below a trillion, of up to six decimals. */
const MOST = 10n ** 18n

/** A figure in millionths, or null where it would have to be rounded. */
function scaled(millionths: bigint, [above, below]: readonly [bigint, bigint]): bigint | null {
  const figure = millionths * above
  return figure % below === 0n && figure / below < MOST ? figure / below : null
}

/** A quantity in another unit; null: the units cannot be compared, or it would have to be rounded. */
export function inUnit(quantity: number, from: string, to: string): number | null {
  const ratio = ratioOf(from, to)
  const millionths = ratio && scaled(BigInt(Math.round(quantity * 1000)) * 1000n, ratio)
  return millionths === null ? null : Number(millionths) / 1_000_000
}

/**
 * `per 1,000 UN` → 1000 millionths and UN. Separators before three digits part thousands, but after a lone 0. What follows is the
 * unit, over however many lines: a price whose statement is not read at all would be taken for one that states nothing.
 */
const STATED =
  /^(?:(?:per|par|pro|je|por|for|für|pour|para)\s+|\/\s*)?(\d[\d\s.,’'\u00a0\u202f]*)?\s*(.*)$/isu

function stated(text: string): { millionths: bigint; unit: string } | null {
  const [, figures = '', unit = ''] = STATED.exec(text.trim()) ?? []
  const digits = figures.trim()
  if (digits === '') return { millionths: MICRO, unit }
  const plain = /^\d{1,3}([\s.,’'\u00a0\u202f]\d{3})+$/u.test(digits) && !digits.startsWith('0')
  const number = plain ? digits.replace(/\D/g, '') : digits.replace(',', '.')
  const parts = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(number)
  if (!parts) return null
  const millionths = BigInt(parts[1] ?? '0') * MICRO + BigInt((parts[2] ?? '').padEnd(6, '0'))
  return millionths > 0n ? { millionths, unit } : null
}

/**
 * The quantity, in the unit of a line, that a price is for, as the price states it: nothing, a unit (KG), a quantity (per 1000)
 * or both (1,000 UN). A decimal of up to six digits; null: the price's unit and the line's cannot be compared.
 */
export function pricePer(priceUnit: string | null, lineUnit: string | null): string | null {
  const of = stated(priceUnit ?? '')
  if (!of) return null
  const ratio = of.unit === '' || lineUnit === null ? ([1n, 1n] as const) : ratioOf(of.unit, lineUnit)
  const millionths = ratio && scaled(of.millionths, ratio)
  if (millionths === null || millionths === 0n) return null
  const part = (millionths % MICRO).toString().padStart(6, '0').replace(/0+$/, '')
  return `${millionths / MICRO}${part === '' ? '' : `.${part}`}`
}
