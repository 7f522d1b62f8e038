import type { Demand, Item, ItemForm, Life } from './item.ts'
import { rowsOf } from './text-table.ts'

// number | name | what it is for | list price of 2019 in dollars | how often it is bought | demand from year to year, in
// per cent | from or until which year, counted from the current one, and month of it

/** Finished products under the manufacturer's own name. The last but one reads "new": nothing a year before. */
export const HOUSE_PRODUCTS = itemsOf(
  'finished',
  `
FG-1010-30 | Advanced Gut Health 25 Billion CFU – 30 Capsules | gut | 11.40 | 90 | 9
FG-1010-60 | Advanced Gut Health 50 Billion CFU – 60 Capsules | gut | 21.90 | 75 | 12
FG-1012-30 | ADVANCED GUT HEALTH ULTRA 100 Billion CFU – 30 Capsules | gut | 27.50 | 38 | 16
FG-1014-20 | Advanced gut health Kids 10 Billion CFU – 20 Sachets | children | 9.85 | 34 | 5
FG-1016-30 | Santé intestinale (Advanced Gut Health) 25 milliards UFC – 30 gélules | gut | 11.40 | 52 | 7
FG-1110-30 | Daily Balance 10 Billion CFU, 8 Strains – 30 Capsules | gut | 7.60 | 88 | -2
FG-1120-60 | Équilibre quotidien 10 milliards UFC, 8 souches – 60 gélules | gut | 13.90 | 70 | 1
FG-1130-90 | Classic Acidophilus 2 Billion CFU – 90 Capsules | even | 6.10 | 84 | -13
FG-1131-60 | Acidophilus & Bifidus 4 Billion CFU – 60 Capsules | even | 7.25 | 46 | -18 | until -1/6
FG-1210-30 | Women’s Flora 15 Billion CFU, L. crispatus + L. rhamnosus – 30 Capsules | women | 12.80 | 58 | 11
FG-1211-14 | Flore intime 20 milliards UFC, L. gasseri – 14 ovules | women | 14.20 | 30 | 6
FG-1310-30 | Mood Support 3 Billion CFU, B. longum + L. helveticus – 30 Capsules | mood | 13.60 | 44 | 14
FG-1311-60 | Humeur et sommeil 3 milliards UFC, B. longum + L. helveticus – 60 gélules | mood | 24.40 | 28 | 10
FG-1410-30 | Immune Support 12 Billion CFU + Vitamin D3 – 30 Capsules | immune | 10.90 | 66 | 2
FG-1411-60 | Immunité hiver 12 milliards UFC + zinc – 60 gélules | immune | 19.60 | 48 | 3
FG-1510-10 | Travel Guard, S. boulardii 5 Billion CFU – 10 Capsules | travel | 6.40 | 36 | 2
FG-1610-08 | Gouttes bébé, B. infantis 1 milliard UFC – 8 ml | children | 11.20 | 32 | 8
FG-1710-20 | Antibiotic Companion 50 Billion CFU, L. casei + S. boulardii – 20 Capsules | immune | 15.30 | 30 | -4
FG-1810-30 | Senior Comfort 30 Billion CFU, 12 Strains – 30 Capsules | gut | 14.90 | 40 | 5
FG-1820-30 | Végane 8 souches 20 milliards UFC – 30 gélules | gut | 12.10 | 26 | 17 | from -4/3
FG-1910-30 | Sport Recovery 10 Billion CFU, B. coagulans – 30 Stick Packs | even | 16.80 | 42 | 10 | from -1/3
FG-1920-30 | Oral Care 1 Billion CFU, S. salivarius – 30 Lozenges | even | 9.40 | 40 | 10 | from -1/11
FG-1930-30 | Métabolisme 20 milliards UFC, L. gasseri – 30 gélules | gut | 15.70 | 30 | 10 | from 0/1
`,
)

/** Bulk capsules by the thousand, blends by the kilogram. */
export const BULK_AND_BLENDS = [
  ...itemsOf(
    'bulk',
    `
BC-2010 | Bulk Capsules, Multi-Strain 10 Billion CFU, HPMC size 0 | gut | 58.00 | 22 | 3
BC-2020 | Bulk Capsules, Multi-Strain 25 Billion CFU, delayed release | gut | 96.00 | 18 | 8
BC-2030 | Gélules en vrac, S. boulardii 5 milliards UFC | travel | 74.00 | 10 | 2
BC-2040 | Bulk Capsules, B. lactis + L. acidophilus 5 Billion CFU | even | 46.00 | 14 | -6
BC-2050 | Gélules en vrac, flore féminine 15 milliards UFC | women | 88.00 | 10 | 7
BC-2060 | Bulk Capsules, Bacillus coagulans 2 Billion CFU | even | 39.00 | 9 | 4 | until -2/9
`,
  ),
  ...itemsOf(
    'blend',
    `
BL-3010 | Probiotic Blend, Digestive 100 Billion CFU/g | gut | 312.00 | 12 | 5
BL-3020 | Mélange probiotique, immunité 50 milliards UFC/g | immune | 236.00 | 11 | 2
BL-3030 | Probiotic Blend, L. rhamnosus + B. longum 200 Billion CFU/g | mood | 486.00 | 8 | 9
BL-3040 | Mélange nourrissons, B. infantis 50 milliards UFC/g | children | 398.00 | 6 | 6
BL-3050 | Probiotic Blend, Vegan 8 Strains 150 Billion CFU/g | gut | 352.00 | 7 | 11
BL-3060 | Probiotic Blend, Pet Care E. faecium 20 Billion CFU/g | even | 128.00 | 6 | -8
`,
  ),
]

/** Packaging bought for a client's own range; the display rule names all of it Packaging Materials (D3). */
export const PACKAGING = itemsOf(
  'packaging',
  `
81061-BOI-90017-01 | Étiquette Boréal 30 gélules, bilingue | even | 0.0475 | 9 | 3
81061-BOI-90017-02 | Étiquette Boréal 60 gélules, bilingue | even | 0.0525 | 8 | 4
81061-BOI-90017-03 | Étui carton 60 gélules, pelliculé mat | even | 0.1825 | 6 | 5
81061-BOI-90017-04 | Flacon ambré 150 cc, 38 mm | even | 0.2840 | 7 | 2
81061-BOI-90017-05 | Bouchon sécurité enfants 38 mm, blanc | even | 0.0965 | 6 | 2
81061-BOI-90017-06 | Feuillet patient, 4 volets | even | 0.0340 | 4 | -5
`,
)

/** Ranges that are made for one client under its own name, by the client's key. */
export const PRIVATE_LABELS: Readonly<Record<string, readonly Item[]>> = {
  boreal: itemsOf(
    'finished',
    `
81061-BOI-20011-60 | Boréal Flore Plus 10 milliards UFC, 8 souches – 60 gélules | gut | 9.20 | 64 | 7
81061-BOI-20012-30 | Boréal Immuni-Hiver 12 milliards UFC – 30 gélules | immune | 7.90 | 50 | 3
81061-BOI-20013-30 | Boréal Féminin 15 milliards UFC – 30 gélules | women | 9.70 | 38 | 9
81061-BOI-20014-20 | Boréal Enfants, sachets à la framboise – 20 sachets | children | 7.35 | 34 | 4
81061-BOI-20015-30 | Boréal Sérénité 3 milliards UFC – 30 gélules | mood | 10.40 | 28 | 12
81061-BOI-20016-30 | Boréal Transit 30 milliards UFC, 12 souches – 30 gélules | gut | 11.80 | 26 | -3
`,
  ),
  harbour: itemsOf(
    'finished',
    `
81144-HBW-20021-30 | Harbour Daily Biotic 10 Billion CFU – 30 Capsules | gut | 6.90 | 90 | 10
81144-HBW-20022-30 | Harbour Calm 3 Billion CFU – 30 Capsules | mood | 10.90 | 60 | 15
81144-HBW-20023-60 | Harbour Women’s 15 Billion CFU – 60 Capsules | women | 17.60 | 54 | 8
81144-HBW-20024-45 | Harbour Kids Gummies 2 Billion CFU – 45 Gummies | children | 8.40 | 44 | -5
81144-HBW-20025-60 | Harbour Pet Probiotic Powder – 60 g | even | 9.90 | 30 | 6
`,
  ),
  prairie: itemsOf(
    'finished',
    `
81207-PNA-20031-90 | Prairie Naturals Acidophilus 8 Billion CFU – 90 Capsules | even | 8.80 | 80 | -4
81207-PNA-20032-60 | Prairie Naturals Digest 12 Billion CFU – 60 Capsules | gut | 11.60 | 70 | 6
81207-PNA-20033-30 | Prairie Naturals Flora Women – 30 Capsules | women | 10.20 | 44 | 8
`,
  ),
  laurentides: itemsOf(
    'finished',
    `
81093-LAV-20041-30 | Laurentides Vital Quotidien 10 milliards UFC – 30 gélules | gut | 7.80 | 70 | 5
81093-LAV-20042-30 | Laurentides Vital Immunité, pastilles érable et miel – 30 pastilles | immune | 8.90 | 56 | 9
81093-LAV-20043-60 | Laurentides Vital Digestion 30 milliards UFC – 60 gélules | gut | 16.30 | 46 | 2
81093-LAV-20044-20 | Laurentides Vital Voyage, S. boulardii – 20 gélules | travel | 9.10 | 28 | 3
`,
  ),
}

/** Charges that upstream bills without naming an item. */
export const UNNAMED: Item = {
  no: 'DIV-900',
  name: '',
  form: 'packaging',
  demand: 'even',
  unit: 'UN',
  price: 850_000,
  weight: 0,
  trend: 0,
}

function itemsOf(form: ItemForm, table: string): readonly Item[] {
  const units: Record<ItemForm, Item['unit']> = { finished: 'UN', bulk: 'M', blend: 'KG', packaging: 'UN' }
  return rowsOf(table).map(([no = '', name = '', demand, price, weight, trend, life]) => ({
    no,
    name,
    form,
    demand: demand as Demand,
    unit: units[form],
    price: Math.round(Number(price) * 10_000),
    weight: Number(weight),
    trend: Number(trend) / 100,
    ...(life && { life: lifeOf(life) }),
  }))
}

function lifeOf(text: string): Life {
  const [, end = '', year, month] = /^(from|until) (-?\d)\/(\d+)$/.exec(text) ?? []
  return { [end]: { year: Number(year), month: Number(month) } }
}
