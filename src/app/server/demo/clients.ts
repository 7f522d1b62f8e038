import type { Account, Client, TaxCode } from './client.ts'
import { rowsOf } from './text-table.ts'

// code | name | address | tax | part of the client's business | currency if another than the client's | variants of the name

/** A distributor that buys for its own branches and for the banners that it supplies. */
const BOREAL = `
BOI001 | Boréal Santé Montréal | 4200, rue Saint-Denis, Montréal (Québec) H2J 2K8 | TPS/TVQ | 20 |  | BOREAL SANTE MTL | Boréal Santé - Montréal
BOI002 | Boréal Santé Québec | 1150, boul. Charest Ouest, Québec (Québec) G1N 2C7 | TPS/TVQ | 14 |  | BOREAL SANTE QC | Boreal Santé Québec
BOI003 | Boréal Santé Saguenay | 255, rue Racine Est, Saguenay (Québec) G7H 1R6 | TPS/TVQ | 6
BOI004 | Boréal Santé Gatineau | 88, boul. Gréber, Gatineau (Québec) J8T 3P9 | TPS/TVQ | 8
BOI005 | Boréal Santé Sherbrooke | 3050, boul. de Portland, Sherbrooke (Québec) J1L 1K1 | TPS/TVQ | 7 |  | Boréal Santé Sherbrook
BOI006 | Pharmacies Saint-Laurent | 910, boul. Décarie, Montréal (Québec) H4L 3M5 | TPS/TVQ | 12 |  | PHARMACIES ST-LAURENT | Pharm. St-Laurent inc. | Pharmacies Saint Laurent
BOI007 | Aliments naturels L’Érablière | 17, rue Principale, Saint-Sauveur (Québec) J0R 1R0 | TPS/TVQ | 5 |  | Aliments naturels L'Erablière | ALIMENTS NAT. ERABLIERE
BOI008 | Naturopathie Côte-Nord | 660, boul. Laure, Sept-Îles (Québec) G4R 1X9 | TPS/TVQ | 3
BOI009 | Marché Santé Rimouski | 92, rue Saint-Germain Est, Rimouski (Québec) G5L 1A6 | TPS/TVQ | 4
BOI010 | Coop Santé Gaspésie | 134, rue de la Reine, Gaspé (Québec) G4X 2R1 | TPS/TVQ | 3 |  | Coopérative Santé Gaspésie
BOI011 | Boréal Atlantique | 770, rue Main, Moncton (Nouveau-Brunswick) E1C 1E7 | TVH 15 | 5
BOI012 | Boréal Ontario | 1420, Youville Drive, Ottawa (Ontario) K1C 7B3 | TVH 13 | 7 |  | Boreal Ontario Inc.
BOI013 | Vitalité Trois-Rivières | 1880, rue Royale, Trois-Rivières (Québec) G9A 4K3 | TPS/TVQ | 4
BOI014 | Boréal Export | 23, Commerce Street, Burlington, VT 05401, USA | EXO | 5 | USD
`

/** The demo's tenants. The last code of Boréal buys in US dollars. */
export const CLIENTS: readonly Client[] = [
  {
    key: 'boreal',
    name: 'Boréal Santé',
    language: 'fr-CA',
    currency: 'CAD',
    accounts: accountsOf(BOREAL),
    share: 62,
    orders: 372,
    forms: ['finished', 'bulk', 'blend'],
    priceFactor: 1,
    poPrefix: 'BC-',
  },
  {
    key: 'harbour',
    name: 'Harbour Wellness',
    language: 'en',
    currency: 'USD',
    accounts: accountsOf(`
HBW001 | Harbour Wellness – Portland | 58 Commercial Street, Portland, ME 04101, USA | EXO | 12 |  | HARBOUR WELLNESS PORTLAND | Harbor Wellness - Portland
HBW002 | Harbour Wellness – Boston | 211 Congress Street, Boston, MA 02110, USA | EXO | 8 |  | Harbor Wellness - Boston
HBW003 | Harbour Online | 9 Fulfilment Way, Manchester, NH 03103, USA | EXO | 5
`),
    share: 19,
    orders: 138,
    forms: ['finished', 'bulk'],
    priceFactor: 0.77,
    poPrefix: 'HW-PO-',
  },
  {
    key: 'prairie',
    name: 'Prairie Naturals',
    language: 'en',
    currency: 'CAD',
    accounts: accountsOf(`
PNA001 | Prairie Naturals | 1605 Portage Avenue, Winnipeg, MB R3J 0C4 | TPS | 1
`),
    share: 7,
    orders: 64,
    forms: ['finished', 'blend'],
    priceFactor: 1.02,
    poPrefix: 'PN',
  },
  {
    key: 'laurentides',
    name: 'Laurentides Vital',
    language: 'fr-CA',
    currency: 'CAD',
    accounts: accountsOf(`
LAV001 | Laurentides Vital | 300, rue Saint-Georges, Saint-Jérôme (Québec) J7Z 5A5 | TPS/TVQ | 7 |  | LAURENTIDES VITAL INC
LAV002 | Laurentides Vital Boutique | 845, rue de Saint-Jovite, Mont-Tremblant (Québec) J8E 3J8 | TPS/TVQ | 3
`),
    requiresSecondFactor: true,
    share: 8.5,
    orders: 70,
    forms: ['finished'],
    priceFactor: 1.01,
    poPrefix: 'LV-',
  },
]

/** Clients of upstream that no tenant has claimed: their rows stay unassigned, for administrators to see and assign. */
export const UNCLAIMED: readonly Client[] = [
  {
    key: 'zenith',
    name: 'Zénith Vitalité inc.',
    language: 'fr-CA',
    currency: 'CAD',
    accounts: accountsOf(`
ZVL001 | Zénith Vitalité inc. | 75, rue Cartier, Laval (Québec) H7N 2J4 | TPS/TVQ | 1
`),
    share: 2,
    orders: 14,
    forms: ['finished', 'bulk'],
    priceFactor: 1.04,
    poPrefix: 'ZV',
  },
  {
    key: 'nordik',
    name: 'Nordik Apothecary',
    language: 'en',
    currency: 'USD',
    accounts: accountsOf(`
NRD004 | Nordik Apothecary | 12 Lake Street, Duluth, MN 55802, USA | EXO | 1 | USD
`),
    share: 1.5,
    orders: 9,
    forms: ['finished'],
    priceFactor: 0.8,
    poPrefix: 'NA-',
  },
  {
    key: 'counter',
    name: 'Vente comptoir',
    language: 'fr-CA',
    currency: 'CAD',
    accounts: accountsOf('| Vente comptoir | | TPS/TVQ | 1'), // no code, and a name that is nobody's
    share: 0.6,
    orders: 0,
    forms: ['finished'],
    priceFactor: 1.35,
    poPrefix: '',
  },
]

/** Until the end of this year Prairie's lines came without a code; its exact name stood in (G1). */
export const PRAIRIE_BY_NAME = { until: 2019, name: 'Prairie Naturals Ltd.' } as const

/** Variants of a customer's name and the one that is shown (D3). */
export function customerAliases(): { variant: string; displayName: string }[] {
  const aliases = [...CLIENTS, ...UNCLAIMED]
    .flatMap((client) => client.accounts)
    .flatMap(({ name, variants = [] }) => variants.map((variant) => ({ variant, displayName: name })))
  return [...aliases, { variant: PRAIRIE_BY_NAME.name, displayName: 'Prairie Naturals' }]
}

function accountsOf(table: string): readonly Account[] {
  return rowsOf(table).map(
    ([code = '', name = '', address = '', taxCode, weight, currency, ...variants]) => ({
      code,
      name,
      address,
      taxCode: taxCode as TaxCode,
      weight: Number(weight),
      ...(currency && { currency: currency as 'CAD' | 'USD' }),
      variants,
    }),
  )
}
