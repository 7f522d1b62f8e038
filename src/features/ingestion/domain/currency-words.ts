/** Active ISO 4217 codes. A fixed list: what the runtime knows changes with its version and includes dead currencies. */
const CODES = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF ' +
    'CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD ' +
    'HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD ' +
    'MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN ' +
    'PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY ' +
    'TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
  ).split(' '),
)

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['EURO', 'EUR'],
  ['EUROS', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['US$', 'USD'],
  ['$US', 'USD'],
  ['C$', 'CAD'],
  ['CA$', 'CAD'],
  ['$CA', 'CAD'],
  ['CAN$', 'CAD'],
  ['$CAN', 'CAD'],
  ['A$', 'AUD'],
  ['AU$', 'AUD'],
  ['$AU', 'AUD'],
  ['NZ$', 'NZD'],
  ['$NZ', 'NZD'],
  ['HK$', 'HKD'],
  ['$HK', 'HKD'],
  ['S$', 'SGD'],
  ['MX$', 'MXN'],
  ['$MX', 'MXN'],
  ['R$', 'BRL'],
])

/** Beside a bare `$` only these make sense: "$5 USD" is plain, "$5 EUR" contradicts itself. */
const WRITTEN_WITH_A_DOLLAR = /^(?:[A-Z]{2}D|MXN|ARS|CLP|COP|UYU)$/

/** Whether `code` is an ISO 4217 code in capitals. */
export function isCurrencyCode(code: string): boolean {
  return CODES.has(code)
}

/** The ISO code that a sign or code beside a number stands for; letter case does not matter. A bare `$` is none (C3). */
export function currencyOf(word: string): string | undefined {
  const upper = word.toUpperCase()
  return SIGNS.get(upper) ?? (CODES.has(upper) ? upper : undefined)
}

export function agreesWithDollar(code: string): boolean {
  return WRITTEN_WITH_A_DOLLAR.test(code)
}
