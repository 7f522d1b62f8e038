import { fold } from '../../../platform/contract/fold.ts'

/** Usual tests by what laboratories call them, folded: a word of any language is the same test. */
const NAMES = {
  viableCount:
    'total viable count|viable count|numeration totale viable|denombrement des viables|lebendkeimzahl|recuento total de viables|recuento de viables',
  plateCount:
    'total plate count|aerobic plate count|total aerobic microbial count|tpc|tamc|numeration totale|flore aerobie totale|germes totaux|gesamtkeimzahl|aerobe gesamtkeimzahl|recuento total en placa|recuento de aerobios totales',
  yeastMould:
    'yeasts? (?:and|&) moulds?|yeasts? (?:and|&) molds?|molds? (?:and|&) yeasts?|tymc|levures et moisissures|hefen und schimmelpilze|hefe und schimmel|levaduras y mohos|mohos y levaduras',
  waterActivity: 'water activity|aw|activite de l.eau|wasseraktivitat|actividad de agua|actividad acuosa',
  moisture:
    'moisture|moisture content|water content|humidite|teneur en eau|feuchte|feuchtigkeit|wassergehalt|humedad|contenido de agua',
  lossOnDrying: 'loss on drying|lod|perte a la dessiccation|trocknungsverlust|perdida por secado',
  fillWeight:
    'average fill weight|average weight|fill weight|poids moyen|poids de remplissage moyen|mittleres fullgewicht|durchschnittliches fullgewicht|peso promedio(?: de llenado)?',
  disintegration: 'disintegration|disintegration time|desagregation|zerfallszeit|desintegracion',
  lead: 'lead|lead pb|plomb|blei|plomo',
  arsenic: 'arsenic|arsen|arsenico',
  cadmium: 'cadmium|cadmio',
  mercury: 'mercury|mercure|quecksilber|mercurio',
  heavyMetals: 'heavy metals|metaux lourds|schwermetalle|metales pesados',
} as const
export type KnownTest = keyof typeof NAMES

const FORMS = Object.entries(NAMES).map(
  ([name, forms]) => [name as KnownTest, new RegExp(`^(?:${forms})$`)] as const,
)

/** Which usual test a laboratory's name is; undefined: its own name is the one to show. */
export function knownTest(name: string): KnownTest | undefined {
  const plain = fold(name)
    .replace(/[()[\],.]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return FORMS.find(([, forms]) => forms.test(plain))?.[0]
}
