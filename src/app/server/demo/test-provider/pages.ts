import { OFFERED, TEST_CARDS } from './test-cards.ts'

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>body{font:16px/1.5 sans-serif;max-width:30em;margin:3em auto;padding:0 1em}button{display:block;width:100%;margin:.5em 0;padding:.8em;font:inherit}</style>
</head><body><main><h1>${title}</h1><p><strong>Test provider.</strong> It comes with the demo: no card is real, and nothing is paid.</p>${body}</main></body></html>`

const button = (name: string, value: string, words: string) =>
  `<button name="${name}" value="${value}">${words}</button>`

/** Where a card is entered: here one is picked. */
export const setupPage = () =>
  page(
    'Add a card',
    `<form method="post">${OFFERED.map((card) => button('card', card, TEST_CARDS[card].says)).join('')}${button('card', '', 'Cancel')}</form>`,
  )

/** Where a payment is confirmed. */
export const confirmPage = (amount: string) =>
  page(
    'Confirm your payment',
    `<p>${amount}</p><form method="post">${button('answer', 'yes', 'Confirm')}${button('answer', 'no', 'Refuse')}</form>`,
  )
