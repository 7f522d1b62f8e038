const written = document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content.trim()

/** The installation's name (BRAND_NAME), which the server writes into the page in place of `__BRAND__`. */
export const brandName = written && !written.startsWith('__') ? written : 'Lotline'
