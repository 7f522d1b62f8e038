const written = (name: string) => {
  const text = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim()
  return text && !text.startsWith('__') ? text : undefined
}

/** The installation's name (the Company page's, else BRAND_NAME), which the server writes into the page in place of `__BRAND__`. */
export const brandName = written('brand') ?? 'Lotline'

/** How its company is reached, as far as the Company page says. */
export const company: Partial<Record<'legalName' | 'address' | 'hours' | 'email' | 'phone', string | null>> =
  JSON.parse(written('company') ?? '{}')

/** Where the technical documentation is (DOCS_URL). */
export const docsUrl = written('docs') ?? '/api/docs'

/** The address of its logo; without one, the sign of the product. */
const logo = written('brand-logo')
export const brandLogo = logo && `/brand-logo/${logo}`
