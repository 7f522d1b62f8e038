/** Words of one unit in the four languages, to the one that stands for it. */
const SAME: Readonly<Record<string, string>> = {
  ufc: 'cfu',
  kbe: 'cfu',
  kve: 'cfu',
  ui: 'iu',
  ie: 'iu',
  mcg: 'ug',
  percent: '%',
  prozent: '%',
  pourcent: '%',
}

const KNOWN = new Set(
  (
    '% ‰ ppm ppb ppt cfu mpn npp iu eu ng pg ug mg g kg t ul ml cl dl l nm um mm cm m °c °f °bx k c f ' +
    'mol mmol meq min s sec h d pa kpa mpa bar n kn cp mpas cst ntu fnu hu j kj kcal cal hz us/cm ms/cm us ms ' +
    'w v ph aw capsule tablet serving dose unit sachet comprime gelule kapsel tablette capsula comprimido portion'
  ).split(' '),
)

/**
 * What two spellings of a unit have in common: "UFC / g" and "CFU/g" are one, "mg/kg" and "ppm" are two, because nothing
 * in a text says of what.
 */
export function unitKey(unit: string): string {
  return unit
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}|[.\s]/gu, '')
    .replaceAll('μ', 'u')
    .split('/')
    .map((part) => SAME[part] ?? part)
    .join('/')
}

/** Whether a text that stands behind a number is a unit; a word that is none must not be taken for one. */
export function isLaboratoryUnit(text: string): boolean {
  return unitKey(text)
    .split('/')
    .every((part) => KNOWN.has(part.replace(/^[0-9]+/, '')))
}
