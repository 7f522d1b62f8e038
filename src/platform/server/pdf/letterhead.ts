import type { Tx } from '../database/tx.ts'
import { refuse } from '../endpoint/fault.ts'
import { chooseLanguage, type ServerLanguage, serverMessages } from '../http/server-messages.ts'
import { isDrawablePng } from './drawable-png.ts'
import { type Paper, type PaperLine, paperBytes } from './paper.ts'
import { filled, type PaperWords, paperWords } from './paper-words.ts'

const FACTS = { legalName: 'company_name', address: 'address', taxNumbers: 'tax_numbers' } as const
export type Fact = keyof typeof FACTS

export type Letterhead = {
  legalName: string
  address: string
  taxNumbers: string | null
  bank: string | null
  email: string | null
  phone: string | null
  logo: Uint8Array | null
  /** Whom it is for. */
  client: string
  /** As it is kept now; null: it is not. */
  clientAddress: string | null
  language: ServerLanguage
  words: PaperWords
  size: 'LETTER' | 'A4'
}

/** Where paper is Letter. */
const LETTER = /^(CA|US|MX)/
const QUEBEC = 'CA-QC'

/**
 * Who writes, as the Company page has it, and to whom: in the language that was chosen, else in those of the client
 * (languagesOf). 409 names what the page lacks.
 */
export async function readLetterhead(
  tx: Tx,
  {
    tenantId,
    needs,
    language: asker,
    chosen,
  }: {
    tenantId: number
    needs: readonly Fact[]
    language: ServerLanguage
    chosen?: ServerLanguage | undefined
  },
): Promise<Letterhead> {
  const [company, tenant] = await Promise.all([
    tx
      .selectFrom('installation')
      .select(['company_name', 'address', 'tax_numbers', 'bank', 'email', 'phone', 'logo', 'logo_type'])
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('tenants')
      .select(['name', 'address', 'language', 'region'])
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow(),
  ])
  const missing = needs.filter((fact) => !company[FACTS[fact]]?.trim())
  if (missing.length > 0) {
    const { facts } = serverMessages(asker).papers
    const list = new Intl.ListFormat(asker, { type: 'conjunction' })
    throw refuse(409, 'company_incomplete', {
      values: { missing: list.format(missing.map((fact) => facts[fact])) },
    })
  }
  const [language, second]: [ServerLanguage, ...ServerLanguage[]] = chosen
    ? [chosen]
    : (languagesOf(tenant) ?? [asker])
  const logo = company.logo_type === 'image/png' && company.logo ? new Uint8Array(company.logo) : null
  return {
    legalName: company.company_name ?? '',
    address: company.address ?? '',
    taxNumbers: company.tax_numbers,
    bank: company.bank,
    email: company.email,
    phone: company.phone,
    logo: logo && isDrawablePng(logo) ? logo : null,
    client: tenant.name,
    clientAddress: tenant.address,
    language,
    words: paperWords(language, second ?? language),
    size: tenant.region === null || LETTER.test(tenant.region) ? 'LETTER' : 'A4',
  }
}

/**
 * In which languages a client reads papers: its own; in Quebec French first, and its own beside it where that is another. Null: it has
 * none, and a paper is in that of the reader.
 */
export function languagesOf({
  language,
  region,
}: {
  language: string | null
  region: string | null
}): [ServerLanguage, ...ServerLanguage[]] | null {
  const own = language === null ? null : chooseLanguage({ stored: language })
  if (region !== QUEBEC) return own && [own]
  return own === null || own === 'fr-CA' ? ['fr-CA'] : ['fr-CA', own]
}

/** A paper of this house: its title and `about` at the foot of each page, with the page's number. */
export const letterBytes = (
  { legalName, language, size, words }: Letterhead,
  { title, about = title }: { title: string; about?: string },
  draw: (paper: Paper) => Promise<void>,
) =>
  paperBytes(
    {
      title,
      language,
      size,
      foot: `${legalName} · ${about}`,
      page: (no, of) => filled(words.page, { no, of }),
    },
    draw,
  )

/** Logo or name, what the paper is, and who writes to whom; `to` heads the client. */
export function drawLetterhead(
  paper: Paper,
  head: Letterhead,
  {
    title,
    to = head.words.billTo,
    client,
    facts,
  }: { title: string; to?: string; client: readonly string[]; facts: readonly [string, string][] },
): void {
  const { words } = head
  if (head.logo) paper.picture(head.logo, head.legalName)
  const lines = (texts: (string | null)[]): PaperLine[] =>
    texts.filter((text): text is string => Boolean(text?.trim())).map((text) => ({ text, grey: true }))
  paper.text([{ text: head.legalName, bold: true, size: 11 }])
  paper.text(lines([head.address, [head.phone, head.email].filter(Boolean).join(' · '), head.taxNumbers]))
  paper.gap(16)
  paper.text([{ text: title, bold: true, size: 18 }], { tag: 'H1' })
  paper.gap(8)
  paper.beside([
    [{ text: to, grey: true }, ...client.map((text, at): PaperLine => ({ text, bold: at === 0, size: 10 }))],
    facts.map(([name, value]) => ({ text: `${name}${words.colon}${value}` })),
  ])
  paper.gap(14)
}

/** How it is paid, as the Company page says. */
export function drawBank(paper: Paper, { bank, words }: Letterhead, reference: string | null): void {
  if (!bank?.trim()) return
  paper.gap(16)
  paper.text([{ text: words.howToPay, bold: true, size: 10 }], { tag: 'H2' })
  paper.text([
    { text: bank },
    ...(reference === null ? [] : [{ text: `${words.payReference}${words.colon}${reference}`, bold: true }]),
  ])
}
