/** What is asked of a portal with many rows: each figure of the sales that a screen shows or an export holds, and what else reads large tables. */

const SALES = ['', 'year=2024', 'currency=CAD', 'search=Product+17', 'search=Customer+17&year=2024']
const SCREENS = {
  history: [...SALES, 'month=3', 'year=2024&month=3', 'search=P17&month=3'],
  current: [...SALES, 'month=3', 'year=2024&month=3', 'search=N-17'],
  analytics: [...SALES, 'quarter=2', 'year=2024&quarter=2', 'search=Product+17&quarter=2'],
}
const OF_LINES = [
  ...SALES,
  'year=2024&month=3',
  'quarter=2',
  'product=Product+17',
  'product=Product+17&quarter=2&throughMonth=5',
  'code=P17',
  'customer=Customer+17&fromYear=2023&toYear=2024',
  'from=2024-02&to=2024-05&search=Customer+17',
]
/** Every question about sales, in the ways that it can be narrowed. */
export const OF_SALES = [
  ...Object.entries(SCREENS).flatMap(([screen, asks]) => asks.map((ask) => `sales/${screen}?${ask}`)),
  ...['history', 'current'].flatMap((dataset) =>
    OF_LINES.flatMap((ask) =>
      ['sales/lines', 'sales/lines/counts'].map((path) => `${path}?dataset=${dataset}&${ask}`),
    ),
  ),
  'sales/lines?others=products&from=2024-01&to=2024-03&besideFrom=2023-01&besideTo=2023-02',
  'sales/lines?others=customers&from=2024-01&to=2024-03&besideFrom=2023-01&besideTo=2023-02',
  'sales/trend',
  'sales/trend?product=Product+17',
  'sales/trend?product=Product+17&year=2024&quarter=2',
  'sales/trend?search=Product+17&customer=Customer+17',
  'sales/names?of=products&search=17',
  'sales/names?of=customers&search=17',
  'sales/comparison',
  'sales/comparison?from=2024-01&to=2024-03&againstFrom=2023-01&againstTo=2023-02&search=Product+17',
]

/** Every address of their exports. */
export const EXPORTS = [
  ...Object.keys(SCREENS).flatMap((screen) =>
    ['', 'year=2024', 'search=Product+17', 'search=Customer+17&year=2024'].map(
      (ask, at) =>
        // The workbook of analytics comes in one format.
        `sales/${screen}/export?${screen === 'analytics' ? '' : `format=${at % 2 === 0 ? 'xlsx' : 'csv'}&`}${ask}`,
    ),
  ),
  ...['history', 'current'].flatMap((dataset) =>
    [
      '',
      'year=2024&month=3',
      'search=Product+17',
      'product=Product+17',
      'code=P17',
      'customer=Customer+17&fromYear=2023&toYear=2024',
      'from=2024-02&to=2024-05&search=Customer+17',
    ].map((ask) => `sales/lines/export?dataset=${dataset}&${ask}`),
  ),
]

export const OTHERS = [
  ...['', 'status=Blend', 'search=client+17', 'sort=-orderDate', 'group=active'].map(
    (ask) => `orders?${ask}`,
  ),
  'orders/17',
  'orders/17/timeline',
  'dashboard',
  'search?q=17',
  'search?q=rarity',
  // A whole number, and what stands in most rows.
  'search?q=R-170',
  'search?q=vir',
  // By an amount.
  'search?q=1%2C149.75',
  'invoices?search=1149.75',
  'lots/LOT-18',
  'lots/LOT-300',
]
