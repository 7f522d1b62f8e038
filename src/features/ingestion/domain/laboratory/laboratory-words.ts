/** What words of a laboratory say, in English, French, German and Spanish. */
export type WordMeaning = 'absent' | 'present' | 'uncountable' | 'complies' | 'fails'

/** Without accents, in lower case; `(s)` and the like stand for each form that is read. */
const WORDS: Readonly<Record<WordMeaning, string>> = {
  absent: `absent|absence|not present|nil|none|none detected|none found|not found|not isolated|nd|not detected|non detected|not detectable|undetected|
    undetectable|bdl|below detection limit|below the detection limit|negative|neg|
    absent(e)(s)|absence de germe|non present(e)(s)|non detecte(e)(s)|non detectable(s)|indetectable(s)|non decele(e)(s)|pas detecte(e)(s)|
    negatif(s)|aucun(e)|non retrouve(e)(s)|
    abwesend|abwesenheit|nicht vorhanden|nicht nachweisbar|nicht nachgewiesen|nicht detektiert|nicht detektierbar|nicht gefunden|nn|n n|kein nachweis|
    negativ(e)(r)(s)|
    ausente(s)|ausencia|no presente(s)|no detectado(s)|no detectada(s)|no detectable(s)|indetectable(s)|no encontrado(s)|no encontrada(s)|
    negativo(s)|negativa(s)`,
  present: `present|presence|detected|detectable|found|isolated|positive|pos|
    present(e)(s)|detecte(e)(s)|detectable(s)|decele(e)(s)|positif(s)|positive(s)|
    vorhanden|anwesend|anwesenheit|nachweisbar|nachgewiesen|detektiert|gefunden|positiv(e)(r)(s)|
    presente(s)|presencia|detectado(s)|detectada(s)|positivo(s)|positiva(s)`,
  uncountable: `tntc|tmtc|too numerous to count|too many to count|uncountable|innumerable|
    indenombrable(s)|incomptable(s)|trop nombreux pour etre comptes|trop nombreuses pour etre comptees|
    nicht zahlbar|unzahlbar|zu zahlreich|zu zahlreich zum zahlen|
    incontable(s)|innumerable(s)|demasiado numeroso(s) para contar|demasiado numerosas para contar|muy numeroso(s) para contar|mnpc|dnpc`,
  complies: `complies|comply|compliant|complying|conforms|conform|conforming|passes|pass|passed|meets|ok|satisfactory|acceptable|
    meets specification(s)|meets the specification(s)|meets requirement(s)|meets the requirement(s)|within specification(s)|within limits|
    complies with specification(s)|complies with the specification(s)|conforms to specification(s)|conforms to the specification(s)|
    conforme(s)|satisfaisant(e)(s)|acceptable(s)|reussi(e)(s)|est conforme|sont conformes|conforme a la specification|conforme aux specifications|conforme aux exigences|
    entspricht|entsprechend|konform|bestanden|erfullt|in ordnung|io|i o|entspricht der spezifikation|entspricht den anforderungen|erfullt die spezifikation|spezifikationskonform|
    cumple|cumplen|aprobado(s)|aprobada(s)|satisfactorio(s)|satisfactoria(s)|aceptable(s)|es conforme|son conformes|cumple con la especificacion|cumple la especificacion|cumple las especificaciones|cumple con las especificaciones|conforme a la especificacion`,
  fails: `does not comply|do not comply|not compliant|non compliant|noncompliant|does not conform|do not conform|not conforming|non conforming|nonconforming|not conform|
    fails|fail|failed|out of specification(s)|oos|does not meet|does not meet specification(s)|does not meet the specification(s)|does not pass|unsatisfactory|not satisfactory|unacceptable|not acceptable|
    does not comply with specification(s)|does not comply with the specification(s)|does not conform to specification(s)|
    non conforme(s)|pas conforme(s)|n'est pas conforme|ne sont pas conformes|ne se conforme pas|hors specification(s)|hors norme(s)|insatisfaisant(e)(s)|non satisfaisant(e)(s)|echoue(e)(s)|echec|inacceptable(s)|
    entspricht nicht|entspricht nicht der spezifikation|entspricht nicht den anforderungen|nicht entsprechend|nicht konform|nichtkonform|nicht bestanden|nicht erfullt|erfullt nicht|ausserhalb der spezifikation|nicht in ordnung|
    no cumple|no cumplen|no cumple con la especificacion|no cumple la especificacion|no conforme(s)|no es conforme|no aprobado(s)|no aprobada(s)|reprobado(s)|reprobada(s)|fuera de especificacion|insatisfactorio(s)|insatisfactoria(s)|no satisfactorio(s)|no aceptable(s)`,
}

/** "negativ(e)(s)" → negativ, negative, negativs, negatives. */
function formsOf(pattern: string): string[] {
  const ending = /\((\w+)\)/.exec(pattern)
  if (!ending) return [pattern]
  return ['', ending[1] as string].flatMap((end) => formsOf(pattern.replace(ending[0], end)))
}

const MEANINGS: ReadonlyMap<string, WordMeaning> = new Map(
  (Object.entries(WORDS) as [WordMeaning, string][]).flatMap(([meaning, list]) =>
    list.split('|').flatMap((pattern) => formsOf(pattern.trim()).map((form) => [form, meaning] as const)),
  ),
)

/** Without accents and punctuation, in lower case, with single spaces: "Non-détectée." is "non detectee". */
export const plainWords = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('’', "'")
    .replaceAll(/(?<=\b\p{L})[./](?=\p{L}\b)/gu, '')
    .replaceAll(/[-_.\s]+/gu, ' ')
    .trim()

/** What a text says as a whole; null where it is none of these words. */
export const meaningOf = (text: string): WordMeaning | null => MEANINGS.get(plainWords(text)) ?? null
