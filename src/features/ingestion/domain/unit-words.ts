/**
 * Unit words accepted beside a number (C3), English, French, German and Spanish, in lower case.
 * A closed list on purpose: "5k", "2 dozen" or "12 CR" change the value, so an unknown word rejects the row.
 */
const UNITS = new Set(
  (
    'unit units unité unités unite unites un u einheit einheiten unidad unidades ud uds ' +
    'pc pcs pce pces piece pieces pièce pièces ea each stk stück pieza piezas pza pzas ' +
    'kg kgs kilo kilos g gr grs gram grams gramme grammes mg mcg µg μg lb lbs oz t tonne tonnes ton tons mt ' +
    'l lt litre litres liter liters ml cl dl gal gallon gallons cm mm ' +
    'case cases cs caisse caisses box boxes bx boîte boîtes boite boites carton cartons ctn ctns karton kartons ' +
    'caja cajas bottle bottles btl btls bouteille bouteilles flacon flacons flasche flaschen botella botellas ' +
    'botte jar jars pot pots tub tubs tube tubes can cans drum drums bag bags sac sacs pouch pouches ' +
    'cap caps capsule capsules gélule gélules gelule gelules kapsel kapseln cápsula cápsulas ' +
    'tab tabs tablet tablets comprimé comprimés tablette tabletten tableta tabletas softgel softgels ' +
    'sachet sachets stick sticks vial vials ampoule ampoules dose doses dosen serving servings ' +
    'pack packs pk pkg paquet paquets packung packungen ct count kit kits set sets roll rolls rouleau rouleaux ' +
    'sheet sheets label labels pallet pallets palette palettes plt skid skids lot lots batch batches'
  ).split(' '),
)

/** Whether `word` names a unit; a full stop after it is part of the abbreviation ("pcs."). */
export function isUnit(word: string): boolean {
  const bare = word.endsWith('.') ? word.slice(0, -1) : word
  return UNITS.has(bare.toLowerCase())
}
