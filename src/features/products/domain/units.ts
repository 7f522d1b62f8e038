/** How units of one kind relate, exactly; those of different kinds (kilograms, pounds, pieces) do not. */
const KINDS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  mass: { MG: 1, G: 1000, KG: 1_000_000, T: 1_000_000_000 },
  imperial: { OZ: 1, LB: 16 },
  volume: { ML: 1, L: 1000 },
  /** M: a thousand, as capsules are sold. */
  pieces: { UN: 1, M: 1000 },
}

/** As units are written, by the word that they are known by. */
const WRITTEN: Readonly<Record<string, string>> = {
  ...{
    KGS: 'KG',
    KILO: 'KG',
    KILOS: 'KG',
    KILOGRAM: 'KG',
    KILOGRAMS: 'KG',
    KILOGRAMME: 'KG',
    KILOGRAMMES: 'KG',
  },
  ...{ GR: 'G', GRAM: 'G', GRAMS: 'G', GRAMME: 'G', GRAMMES: 'G', TONNE: 'T', TONNES: 'T', MT: 'T' },
  ...{ LBS: 'LB', POUND: 'LB', POUNDS: 'LB', LIVRE: 'LB', LIVRES: 'LB', OUNCE: 'OZ', OUNCES: 'OZ' },
  ...{ LITRE: 'L', LITRES: 'L', LITER: 'L', LITERS: 'L', LT: 'L' },
  ...{ U: 'UN', UNIT: 'UN', UNITS: 'UN', UNITÉ: 'UN', UNITÉS: 'UN', UNIDAD: 'UN', UNIDADES: 'UN', UND: 'UN' },
  ...{
    EA: 'UN',
    EACH: 'UN',
    PC: 'UN',
    PCS: 'UN',
    PCE: 'UN',
    PIECE: 'UN',
    PIECES: 'UN',
    PIÈCE: 'UN',
    PIÈCES: 'UN',
  },
  ...{ ST: 'UN', STK: 'UN', STÜCK: 'UN', CAP: 'UN', CAPS: 'UN', CAPSULE: 'UN', CAPSULES: 'UN', GÉLULE: 'UN' },
  ...{
    GÉLULES: 'UN',
    TAB: 'UN',
    TABS: 'UN',
    TABLET: 'UN',
    TABLETS: 'UN',
    BTL: 'UN',
    BOTTLE: 'UN',
    BOTTLES: 'UN',
  },
  ...{ THOUSAND: 'M', MILLE: 'M', MILLIER: 'M', TAUSEND: 'M', MILLAR: 'M', MU: 'M' },
}

/** One way of writing it; of no known unit its own, so that it is equal to itself alone. */
function known(unit: string): string {
  const written = unit.trim().toUpperCase().replace(/\.$/, '')
  return WRITTEN[written] ?? written
}

const kindOf = (unit: string) => Object.values(KINDS).find((kind) => unit in kind)

/** How many of `to` one of `from` is: [1000, 1] from KG to G; null: they cannot be compared. */
function ratioOf(from: string, to: string): readonly [bigint, bigint] | null {
  const [one, other] = [known(from), known(to)]
  if (one === other) return [1n, 1n]
  const kind = kindOf(one)
  const [above, below] = [kind?.[one], kind?.[other]]
  return above === undefined || below === undefined ? null : [BigInt(above), BigInt(below)]
}

export const countsPieces = (unit: string): boolean => known(unit) in (KINDS.pieces ?? {})

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
