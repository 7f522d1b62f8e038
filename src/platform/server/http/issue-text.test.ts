import fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import en from '../../../../messages/server.en.json' with { type: 'json' }
import { Email } from '../../contract/email.ts'
import { fieldMessage } from '../../contract/field-message.ts'
import { CalendarDate, Currency, Money } from '../../contract/money.ts'
import { sortOf } from '../../contract/page.ts'
import { said } from '../../contract/text.ts'
import { type Issue, issueText } from './issue-text.ts'
import { SERVER_LANGUAGES } from './server-messages.ts'

const sort = sortOf(['ordNo', 'poNo', 'fNo', 'clientName', 'ref', 'ordStat'])
const tooEarly = z.date().min(new Date('2025-03-31'))
const one = (a: z.ZodType) => z.strictObject({ a })

/** What is sent against a schema, and what is said of it in English, French, German and Spanish. */
const TABLE: [schema: z.ZodType, sent: unknown, ...words: string[]][] = [
  // invalid_type
  [one(z.string()), {}, 'Required.', 'Valeur manquante.', 'Fehlt.', 'Falta.'],
  [one(z.coerce.number()), {}, 'Required.', 'Valeur manquante.', 'Fehlt.', 'Falta.'],
  [z.object({}), undefined, 'Required.', 'Valeur manquante.', 'Fehlt.', 'Falta.'],
  [z.string(), 1, 'Must be text.', 'Doit être un texte.', 'Muss ein Text sein.', 'Debe ser un texto.'],
  [
    one(z.coerce.number()),
    { a: 'x' },
    'Must be a number.',
    'Doit être un nombre.',
    'Muss eine Zahl sein.',
    'Debe ser un número.',
  ],
  [
    z.int(),
    1.5,
    'Must be a whole number.',
    'Doit être un nombre entier.',
    'Muss eine ganze Zahl sein.',
    'Debe ser un número entero.',
  ],
  [
    z.boolean(),
    'x',
    'Must be true or false.',
    'Doit être true ou false.',
    'Muss true oder false sein.',
    'Debe ser true o false.',
  ],
  [
    z.array(z.string()),
    null,
    'Must be a list.',
    'Doit être une liste.',
    'Muss eine Liste sein.',
    'Debe ser una lista.',
  ],
  // too_small, too_big
  [
    z.number().min(1),
    0,
    'Must be at least 1.',
    'Doit être au moins 1.',
    'Muss mindestens 1 sein.',
    'Debe ser como mínimo 1.',
  ],
  [
    z.number().max(1000),
    1001,
    'Must be at most 1,000.',
    'Doit être au plus 1 000.',
    'Darf höchstens 1.000 sein.',
    'Debe ser como máximo 1,000.',
  ],
  [
    z.number().gt(0.5),
    0,
    'Must be more than 0.5.',
    'Doit être supérieur à 0,5.',
    'Muss größer als 0,5 sein.',
    'Debe ser mayor que 0.5.',
  ],
  [
    z.number().lt(2),
    2,
    'Must be less than 2.',
    'Doit être inférieur à 2.',
    'Muss kleiner als 2 sein.',
    'Debe ser menor que 2.',
  ],
  [
    z.string().min(1),
    '',
    'Must not be empty.',
    'Ne doit pas être vide.',
    'Darf nicht leer sein.',
    'No debe estar vacío.',
  ],
  [
    z.string().min(3),
    'a',
    'Must have at least 3 characters.',
    'Doit avoir au moins 3 caractères.',
    'Muss mindestens 3 Zeichen haben.',
    'Debe tener como mínimo 3 caracteres.',
  ],
  [
    z.string().max(1),
    'ab',
    'Must have at most 1 character.',
    'Doit avoir au plus 1 caractère.',
    'Darf höchstens 1 Zeichen haben.',
    'Debe tener como máximo 1 carácter.',
  ],
  [
    z.string().length(2),
    'a',
    'Must have exactly 2 characters.',
    'Doit avoir exactement 2 caractères.',
    'Muss genau 2 Zeichen haben.',
    'Debe tener exactamente 2 caracteres.',
  ],
  [
    z.array(z.int()).max(2),
    [1, 2, 3],
    'Must have at most 2 items.',
    'Doit avoir au plus 2 éléments.',
    'Darf höchstens 2 Einträge haben.',
    'Debe tener como máximo 2 elementos.',
  ],
  [
    tooEarly,
    new Date(0),
    'Must not be before Mar 31, 2025.',
    'Ne doit pas précéder le 31 mars 2025.',
    'Darf nicht vor dem 31.03.2025 liegen.',
    'No debe ser anterior al 31 mar 2025.',
  ],
  // invalid_format
  [
    Email,
    'x',
    'Must be an email address.',
    'Doit être une adresse courriel.',
    'Muss eine E-Mail-Adresse sein.',
    'Debe ser una dirección de correo electrónico.',
  ],
  [
    CalendarDate,
    'x',
    'Must be a date, such as 2025-03-31.',
    'Doit être une date, par exemple 2025-03-31.',
    'Muss ein Datum wie 2025-03-31 sein.',
    'Debe ser una fecha como 2025-03-31.',
  ],
  [
    Currency,
    'cad',
    'Must be a currency code, such as CAD.',
    'Doit être un code de devise, par exemple CAD.',
    'Muss ein Währungscode wie CAD sein.',
    'Debe ser un código de moneda como CAD.',
  ],
  [
    Money,
    '1',
    'Must be an amount with two decimals, such as 1234.50.',
    'Doit être un montant avec deux décimales, par exemple 1234.50.',
    'Muss ein Betrag mit zwei Nachkommastellen wie 1234.50 sein.',
    'Debe ser un monto con dos decimales como 1234.50.',
  ],
  [z.uuid(), 'x', 'Must be a UUID.', 'Doit être un UUID.', 'Muss eine UUID sein.', 'Debe ser un UUID.'],
  [
    z.string().startsWith('PO'),
    'x',
    'Must start with PO.',
    'Doit commencer par PO.',
    'Muss mit PO beginnen.',
    'Debe empezar con PO.',
  ],
  [
    z.string().regex(/^[\w-]{8}$/),
    'x',
    'Must have the expected format.',
    'Doit avoir la forme attendue.',
    'Muss das erwartete Format haben.',
    'Debe tener el formato esperado.',
  ],
  // invalid_value
  [
    z.enum(['a', 'b']),
    'x',
    'Must be one of: a, b.',
    'Doit être l’une de ces valeurs : a, b.',
    'Muss eines davon sein: a, b.',
    'Debe ser uno de estos valores: a, b.',
  ],
  [
    sort,
    'x',
    'Must be one of: ordNo, poNo, fNo, clientName, ref, ordStat, -ordNo, -poNo, -fNo, -clientName, … (12 in total).',
    'Doit être l’une de ces valeurs : ordNo, poNo, fNo, clientName, ref, ordStat, -ordNo, -poNo, -fNo, -clientName, … (12 en tout).',
    'Muss eines davon sein: ordNo, poNo, fNo, clientName, ref, ordStat, -ordNo, -poNo, -fNo, -clientName, … (insgesamt 12).',
    'Debe ser uno de estos valores: ordNo, poNo, fNo, clientName, ref, ordStat, -ordNo, -poNo, -fNo, -clientName, … (12 en total).',
  ],
  [z.literal('a'), 'x', 'Must be a.', 'Doit être a.', 'Muss a sein.', 'Debe ser a.'],
  // not_multiple_of
  [
    z.number().multipleOf(0.001),
    0.0005,
    'Must be a multiple of 0.001.',
    'Doit être un multiple de 0,001.',
    'Muss ein Vielfaches von 0,001 sein.',
    'Debe ser un múltiplo de 0.001.',
  ],
  // unrecognized_keys
  [
    z.strictObject({}),
    { x: 1, y: 2 },
    'Unknown field: x, y.',
    'Champ inconnu : x, y.',
    'Ist hier nicht bekannt: x, y.',
    'No se conoce aquí: x, y.',
  ],
  // invalid_union
  [
    z.union([z.string(), z.number()]),
    true,
    'Must match one of the accepted forms.',
    'Doit correspondre à l’une des formes acceptées.',
    'Muss einem der hier erlaubten Formate entsprechen.',
    'Debe corresponder a uno de los formatos que se aceptan aquí.',
  ],
  [
    z.xor([z.string(), z.literal('a')]),
    'a',
    'Must match exactly one of the accepted forms.',
    'Doit correspondre à une seule des formes acceptées.',
    'Muss genau einem der hier erlaubten Formate entsprechen.',
    'Debe corresponder a uno solo de los formatos que se aceptan aquí.',
  ],
  // invalid_key, invalid_element
  [
    z.record(z.string().max(1), z.int()),
    { ab: 1 },
    'Must have an accepted name.',
    'Doit porter un nom accepté.',
    'Hat einen Namen, der nicht erlaubt ist.',
    'Tiene un nombre que no se acepta.',
  ],
  [
    z.map(z.object({}), z.int()),
    new Map([[{}, 'x']]),
    'Contains a value that isn’t accepted.',
    'Contient un élément qui n’est pas accepté.',
    'Enthält etwas, das nicht erlaubt ist.',
    'Contiene algo que no se acepta.',
  ],
  // custom
  [
    said(9),
    ' ',
    'Must not be blank.',
    'Doit contenir autre chose que des espaces.',
    'Darf nicht nur aus Leerzeichen bestehen.',
    'No debe constar solo de espacios.',
  ],
  [
    z.string().refine(() => false, fieldMessage('scope', { kind: 'orders' })),
    'x',
    'Must be a scope of orders.',
    'Doit être une portée de orders.',
    'Muss ein scope von orders sein.',
    'Debe ser un alcance (scope) de orders.',
  ],
  [
    z.string().refine(() => false),
    'x',
    'Not accepted.',
    'Valeur non acceptée.',
    'Wird nicht angenommen.',
    'No se acepta.',
  ],
]

describe('what is wrong with a field', () => {
  // A thousand is grouped by whichever space the language has for it.
  const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')
  const issueOf = (schema: z.ZodType, sent: unknown) => schema.safeParse(sent).error?.issues[0] as Issue

  it.each(TABLE)('%# is a sentence in each language: $2', (schema, sent, ...words) => {
    const issue = issueOf(schema, sent)
    expect(SERVER_LANGUAGES.map((language) => plain(issueText(issue, sent, language)))).toEqual(words)
  })

  it('has words for every code that there is', () => {
    const codes: Record<Issue['code'], true> = {
      ...{ invalid_type: true, too_small: true, too_big: true, invalid_format: true, invalid_value: true },
      ...{ not_multiple_of: true, unrecognized_keys: true, invalid_union: true, invalid_key: true },
      ...{ invalid_element: true, custom: true },
    }
    const met = new Set(TABLE.map(([schema, sent]) => issueOf(schema, sent).code))
    expect([...met].sort()).toEqual(Object.keys(codes).sort())
  })

  it('is not said to be missing where a text was read further', () => {
    const inner = z
      .string()
      .transform((text) => JSON.parse(text))
      .pipe(z.object({ rows: z.int() }))
    const sent = { controls: '{"rows":"x"}' }
    expect(issueText(issueOf(z.object({ controls: inner }), sent), sent, 'en')).toBe('Must be a number.')
  })

  it('has words for every rule of ours', () => {
    const files = fs.readdirSync('src', { recursive: true, encoding: 'utf8' })
    const used = files
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) => [...fs.readFileSync(`src/${name}`, 'utf8').matchAll(/\bfieldMessage\(\s*'(\w+)'/g)])
      .map(([, words]) => words as string)
    expect(used.length).toBeGreaterThan(20)
    expect(used.filter((words) => !(words in en.fields))).toEqual([])
  })
})
