import type { AdminVersion, Facts } from '../../../features/documents/admin-contract.ts'
import { PRODUCT_TYPES } from '../../../features/documents/domain/vocabulary.ts'
import { addDays } from './calendar.ts'
import { rowsOf } from './text-table.ts'

/** A version of a demo document: what its page says, and when it was released. */
export type DemoVersion = { note: string | null; on: string }
export type DemoDocument = Omit<Facts, 'audience' | 'lotSource'> & {
  number: string
  format: AdminVersion['format']
  /** Announced, its file still to be released. */
  pending?: true
  /** Of a certificate: what was found, a line each. */
  results?: readonly string[]
  /** For this client alone, by its key. */
  client?: string
  versions: DemoVersion[]
}

// type | title | what it is about | days since the last change | note of its second version
const LEGAL = `
msa | Master Service Agreement | Orders, prices, quality, liability and term between the manufacturer and its client. | 96 | Clause 7.2: lead times follow the published table
nda | Non-Disclosure Agreement | Formulas, suppliers and figures that both sides keep to themselves. | 410
dpa | Data Processing Agreement | Which personal data are processed, where, for how long, and by whom. | 260
sla | Service Level Agreement | Answer times of customer service, availability of the portal, escalation. | 205
terms | Terms of Service | How the client portal may be used. | 61 | Section 4: downloads are recorded
privacy | Privacy Policy | What the portal keeps of the people who use it (Law 25, PIPEDA). | 33 | Retention of sign-in records: 12 months
`

// code | name | line
const PRODUCTS = `
FG-1010-30 | Advanced Gut Health 25 Billion CFU – 30 Capsules | Gut Health
FG-1110-30 | Daily Balance 10 Billion CFU, 8 Strains – 30 Capsules | Gut Health
FG-1210-30 | Women’s Flora 15 Billion CFU – 30 Capsules | Women’s Health
FG-1310-30 | Mood Support 3 Billion CFU – 30 Capsules | Mood Support
FG-1410-30 | Immune Support 12 Billion CFU + Vitamin D3 – 30 Capsules | Immune Support
`
const OF_PRODUCT = {
  tds: ['Technical Data Sheet', 'technical-spec'],
  sds: ['Safety Data Sheet', 'technical-spec'],
  allergen: ['Allergen Statement', 'other'],
  kosher: ['Kosher Certificate', 'compliance'],
  halal: ['Halal Certificate', 'compliance'],
  'non-gmo': ['Non-GMO Statement', 'compliance'],
  coa: ['Certificate of Analysis', 'technical-spec'],
} as const

// English | French: each is a manual of its own
const MANUALS = `
Receiving and storing probiotic capsules | Réception et entreposage des gélules probiotiques
Cold chain from dock to shelf | Chaîne du froid, du quai à la tablette
Handling bulk blends | Manipulation des mélanges en vrac
Reading a lot number | Lire un numéro de lot
Labelling for Canada, bilingual | Étiquetage pour le Canada, bilingue
Labelling for the United States | Étiquetage pour les États-Unis
Sampling on arrival | Échantillonnage à l’arrivée
Returning goods | Retour de marchandises
Shelf life and stability, explained | Durée de conservation et stabilité expliquées
Packing line changeovers | Changements de format à l’emballage
Ordering private labels | Commander une marque privée
Using this portal | Utiliser ce portail
`
const SPECIFICATIONS = `
HPMC capsule, size 0 | pdf
Amber bottle 150 cc, 38 mm | pdf
List of raw materials and their limits | xlsx
`
const PAPERS = `
Survival of Lactobacillus acidophilus at 25 °C over 24 months
Bifidobacterium longum and sleep: a review of 14 trials
Delayed-release capsules in simulated gastric fluid
Saccharomyces boulardii and travellers’ diarrhoea
L. crispatus in the vaginal microbiota
Count by flow cytometry against plate count
Humidity and the stability of probiotic powders
L. rhamnosus and daily mood, a pilot study
Survie des souches probiotiques dans les boissons
`
const FACT_SHEETS = `
dietary | Inulin from chicory root | 1
dietary | Hypromellose (HPMC) | 2
dietary | Microcrystalline cellulose | 1
dietary | Fructooligosaccharides | 3
medical | Lactobacillus rhamnosus GG | 2
medical | Bifidobacterium infantis | 1
medical | Saccharomyces boulardii | 4
medical | Streptococcus salivarius | 1
wellness | Vitamine D3 (cholécalciférol) | 2
wellness | Zinc bisglycinate | 1
wellness | Maple syrup powder | 1
wellness | Poudre de framboise | 2
`
const QA = `
procedure | Libération des lots | Change control | Plaintes et rappels | Supplier qualification | Internal audits | Formation du personnel | Deviations and corrective actions | Contrôle des documents | Hygiène et tenue vestimentaire | Pest control | Nettoyage des salles blanches | Allergen management | Environmental monitoring | Retained samples
certificate | NSF/ANSI 455-2 GMP | Site licence – Health Canada | FDA facility registration | ISO 9001:2015 | Organic processing | Kosher site certificate | Certificat halal du site | Non-GMO Project verification | Fair trade handling
audit | Audit report 2024, Health Canada | Rapport d’audit 2024, NSF | Mock recall 2025 | Audit report 2025, clients
training | GMP basics for new staff | Bonnes pratiques de fabrication | Allergens on the line | Data integrity | Manipulation des échantillons | Reading a batch record
`
const QC = `
method | Plate count of probiotic powders | Flow cytometry of live cells | Activité de l’eau | Water content by Karl Fischer
specification | Limits for heavy metals | Microbiological limits | Limites des résidus de pesticides
report | Stability programme 2025, interim | Méthode de dissolution, validation
`

/** The certificate of a lot, released the day after it was made; for whoever has the lot. */
export const demoCertificate = (lot: {
  no: string
  item: string
  name: string
  made: string
  results: readonly string[]
}): DemoDocument => ({
  ...{ title: `Certificate of Analysis – ${lot.no}`, number: `COA-${lot.no}`, description: null },
  ...{ shelves: [], category: 'certificate', type: 'coa', language: 'en', lotNos: [lot.no] },
  ...{ productCode: lot.item, productName: lot.name, productLine: null },
  ...{ effectiveOn: null, expiresOn: null, format: 'pdf' },
  results: lot.results,
  versions: [{ note: null, on: addDays(lot.made, 1) }],
})

/** The library of the demo, as it stands on a day: counts as the source's screens have them. */
export function demoDocuments(asOf: string): DemoDocument[] {
  const ago = (days: number) => addDays(asOf, -days)
  const document = (
    given: Pick<DemoDocument, 'number' | 'title' | 'shelves' | 'category' | 'type'> & Partial<DemoDocument>,
    days: number,
  ): DemoDocument => ({
    ...{ description: null, productCode: null, productName: null, productLine: null, language: null },
    ...{
      effectiveOn: null,
      expiresOn: null,
      lotNos: [],
      format: 'pdf',
      versions: [{ note: null, on: ago(days) }],
    },
    ...given,
  })
  const legal = rowsOf(LEGAL).map(([type, title = '', description, days, note]) =>
    document(
      {
        ...{ number: `LEG-${type?.toUpperCase()}`, title, description: description ?? null, language: 'en' },
        ...{ shelves: ['legal'], category: type === 'terms' || type === 'privacy' ? 'policy' : 'agreement' },
        type: type as DemoDocument['type'],
        ...(note && {
          versions: [
            { note: null, on: ago(Number(days) + 400) },
            { note, on: ago(Number(days)) },
          ],
        }),
      },
      Number(days),
    ),
  )
  const sets = rowsOf(PRODUCTS).flatMap(([code = '', name = '', line = ''], product) =>
    PRODUCT_TYPES.map((type, place) =>
      document(
        {
          ...{ number: `${type.toUpperCase()}-${code}`, title: `${OF_PRODUCT[type][0]} – ${line} ${code}` },
          ...{ shelves: ['product'], category: OF_PRODUCT[type][1], type, language: 'en' },
          ...{ productCode: code, productName: name, productLine: line },
          ...(type === 'kosher' && { expiresOn: addDays(asOf, 300) }),
        },
        12 + product * 9 + place * 17,
      ),
    ),
  )
  const manuals = rowsOf(MANUALS).flatMap(([en = '', fr = ''], index) =>
    ([en, fr] as const).map((title, french) =>
      document(
        {
          ...{
            number: `UM-${100 + index}-${french ? 'FR' : 'EN'}`,
            title,
            language: french ? 'fr-CA' : 'en',
          },
          ...{ shelves: ['product'], category: 'user-manual', type: 'manual' },
        },
        20 + index * 13,
      ),
    ),
  )
  const specifications = rowsOf(SPECIFICATIONS).map(([title = '', format], index) =>
    document(
      {
        ...{ number: `SP-${200 + index}`, title, format: format as DemoDocument['format'] },
        ...{ shelves: ['product'], category: 'technical-spec', type: 'specification' },
      },
      30 + index * 21,
    ),
  )
  const papers = rowsOf(PAPERS).map(([title = ''], index) =>
    document(
      {
        ...{ number: `RP-${300 + index}`, title, type: 'paper' },
        ...{ shelves: ['product'], category: 'research-paper' },
      },
      70 + index * 44,
    ),
  )
  const minimums = document(
    {
      ...{ number: 'OT-400', title: 'Minimum quantities and lead times', format: 'xlsx', type: 'other' },
      ...{ shelves: ['product'], category: 'other' },
    },
    9,
  )
  const sheets = rowsOf(FACT_SHEETS).map(([category, title = '', versions], index) =>
    document(
      {
        ...{ number: `MFS-${500 + index}`, title, type: 'fact-sheet' },
        ...{ shelves: ['fact-sheet'], category: category as DemoDocument['category'] },
        versions: Array.from({ length: Number(versions) }, (_, version) => ({
          note: version === 0 ? null : 'Limits and suppliers reviewed',
          on: ago(15 + index * 11 + (Number(versions) - 1 - version) * 180),
        })),
      },
      0,
    ),
  )
  const quality = (table: string, shelf: 'qa' | 'qc') =>
    rowsOf(table).flatMap(([category = '', ...titles]) =>
      titles.map((title, index) =>
        document(
          {
            ...{
              number: `${shelf.toUpperCase()}-${category.slice(0, 3).toUpperCase()}-${10 + index}`,
              title,
            },
            ...{ shelves: [shelf], category: category as DemoDocument['category'] },
            type: TYPES_OF_QUALITY[category] ?? 'other',
            ...(title === 'Audit report 2025, clients' && { pending: true as const }),
            ...(title === 'Mock recall 2025' && { client: 'boreal' }),
            ...(category === 'certificate' && { expiresOn: addDays(asOf, 90 + index * 60) }),
          },
          8 + index * 19,
        ),
      ),
    )
  return [
    ...legal,
    ...sets,
    ...manuals,
    ...specifications,
    ...papers,
    minimums,
    ...sheets,
    ...quality(QA, 'qa'),
    ...quality(QC, 'qc'),
  ]
}

const TYPES_OF_QUALITY: Record<string, DemoDocument['type']> = {
  procedure: 'procedure',
  certificate: 'certificate',
  method: 'method',
  specification: 'specification',
  report: 'report',
  audit: 'report',
}
