import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The page as it is now breaks no rule of WCAG 2.2 A and AA that a program can see. */
export async function axe(page: Page): Promise<void> {
  // A colour in the middle of a transition is no colour of the design. What is out of sight is not drawn and would never end by
  // itself (content-visibility).
  await page.evaluate(() => {
    const isDrawn = ({ effect }: Animation) =>
      !(effect instanceof KeyframeEffect) ||
      effect.target?.checkVisibility({ contentVisibilityAuto: true }) === true
    const ending = document
      .getAnimations()
      .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
    for (const one of ending) if (!isDrawn(one)) one.finish()
    return Promise.allSettled(ending.map((one) => one.finished))
  })
  // Legacy: without a second page that puts the findings of frames together, for there are none.
  const look = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(RULES)
    .setLegacyMode()
  const { violations } = await look.analyze()
  for (const violation of violations.filter(({ id }) => id === 'target-size'))
    violation.nodes = await stillSmall(page, violation.nodes)
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const why = failureSummary.replace(/\s+/g, ' ')
      return `${id} (${help}) at ${target.join(' ')}: ${why}`
    }),
  )
  expect(found, `axe at ${page.url()}`).toEqual([])
}

/** What is too small to press where it can be pressed: not half under the page's head, nor behind a dialog. */
async function stillSmall<N extends { target: unknown[] }>(page: Page, nodes: N[]): Promise<N[]> {
  const small: N[] = []
  for (const node of nodes) {
    const selector = node.target.join(' ')
    const isBehind = await page.locator(selector).evaluate((element) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      return document.querySelector('[aria-modal="true"]') && !element.closest('[aria-modal="true"]')
    })
    if (isBehind) continue
    const again = new AxeBuilder({ page }).include(selector).withRules('target-size').setLegacyMode()
    if ((await again.analyze()).violations.length > 0) small.push(node)
  }
  return small
}
