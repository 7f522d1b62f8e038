export const TAX_RATES = [
  { place: 'CA-NS', name: 'HST', rate: '15', from: '2010-07-01' },
  { place: 'CA-NS', name: 'HST', rate: '14', from: '2025-04-01' },
  { place: 'CA-QC', name: 'GST', rate: '5', from: '2008-01-01' },
  { place: 'CA-QC', name: 'QST', rate: '9.975', from: '2013-01-01' },
  { place: 'FR', name: 'TVA', rate: '20', from: '2014-01-01' },
  { place: 'FR', name: 'TVA', rate: '0', from: '2025-01-01' },
  // A province before its country, also with an older rate; and one that has none of its own.
  { place: 'ES', name: 'IVA', rate: '21', from: '2020-01-01' },
  { place: 'ES-CN', name: 'IVA', rate: '7', from: '2012-01-01' },
  { place: 'ES', name: 'b', rate: '1', from: '2012-01-01' },
  { place: 'ES', name: 'Z', rate: '0.0001', from: '2012-01-01' },
] as const

/** A place, a day, a currency and a subtotal in hundredths; what its taxes are. */
type Case = readonly [
  place: string,
  date: string,
  currency: string,
  subtotal: number,
  taxes: readonly (readonly [name: string, rate: string, cents: number])[],
]

/** What the rule is, for the screen that shows totals before they are saved and for the database that bills them. */
export const TAX_CASES: readonly Case[] = [
  ['CA-NS', '2025-03-31', 'CAD', 100_00, [['HST', '15', 15_00]]],
  ['CA-NS', '2025-04-01', 'CAD', 100_00, [['HST', '14', 14_00]]],
  ['CA-NS', '2010-06-30', 'CAD', 100_00, []],
  [
    'CA-QC',
    '2025-04-01',
    'CAD',
    118_64,
    [
      ['GST', '5', 5_93],
      ['QST', '9.975', 11_83],
    ],
  ],
  ['FR', '2024-12-31', 'EUR', 100_00, [['TVA', '20', 20_00]]],
  ['FR', '2025-01-01', 'EUR', 100_00, []],
  ['US', '2025-01-01', 'USD', 100_00, []],
  ['', '2025-01-01', 'CAD', 100_00, []],
  [
    'ES-CN',
    '2025-01-01',
    'EUR',
    100_00,
    [
      ['IVA', '7', 7_00],
      ['Z', '0.0001', 0],
      ['b', '1', 1_00],
    ],
  ],
  [
    'ES-MD',
    '2025-01-01',
    'EUR',
    100_00,
    [
      ['IVA', '21', 21_00],
      ['Z', '0.0001', 0],
      ['b', '1', 1_00],
    ],
  ],
  // Halves away from 0, however near a binary number comes to them, and whole ones where the currency has nothing smaller.
  [
    'CA-QC',
    '2025-04-01',
    'CAD',
    20_00,
    [
      ['GST', '5', 1_00],
      ['QST', '9.975', 2_00],
    ],
  ],
  [
    'CA-QC',
    '2025-04-01',
    'CAD',
    -10,
    [
      ['GST', '5', -1],
      ['QST', '9.975', -1],
    ],
  ],
  [
    'CA-QC',
    '2025-04-01',
    'CAD',
    30,
    [
      ['GST', '5', 2],
      ['QST', '9.975', 3],
    ],
  ],
  [
    'CA-QC',
    '2025-04-01',
    'JPY',
    1000_00,
    [
      ['GST', '5', 50_00],
      ['QST', '9.975', 100_00],
    ],
  ],
  [
    'CA-QC',
    '2025-04-01',
    'JPY',
    10_00,
    [
      ['GST', '5', 1_00],
      ['QST', '9.975', 1_00],
    ],
  ],
  [
    'CA-QC',
    '2025-04-01',
    'CAD',
    0,
    [
      ['GST', '5', 0],
      ['QST', '9.975', 0],
    ],
  ],
  [
    'CA-QC',
    '2025-04-01',
    'CAD',
    9_007_199_254_740_991,
    [
      ['GST', '5', 450_359_962_737_050],
      ['QST', '9.975', 898_468_125_660_414],
    ],
  ],
]
