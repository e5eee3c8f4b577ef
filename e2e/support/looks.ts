import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './portal.ts'
import { wrongWords } from './words.ts'

export const LANGUAGES = ['vi', 'en'] as const
export const THEMES = ['light', 'dark'] as const

/** Language and theme as the browser keeps them; in force after the next load. */
export async function dress(page: Page, language: string, theme: string): Promise<void> {
  await page.evaluate(
    ([language = '', theme = '']) => {
      localStorage.setItem('language', language)
      localStorage.setItem('settings', JSON.stringify({ theme }))
      // Chosen here and now: it wins over what the account has kept at the server.
      localStorage.setItem('preferences', JSON.stringify({ account: null, unsaved: true }))
    },
    [language, theme],
  )
}

/** Texts that do not fit their place: cut without anybody having asked for it. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, h1, h2, h3, label, th, dt, dd, td.bt-fixed-end, .bt-tag, [role=tab], [role=menuitem]')]
      .filter((element) => element.checkVisibility() && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
      .filter((element) => getComputedStyle(element).textOverflow !== 'ellipsis' && getComputedStyle(element).overflowX !== 'visible')
      .map((element) => `${element.tagName}: ${element.textContent}`),
  )
}

/** A screen as it stands: the words of the language (`data`: what looks like a key and is a record's own), nothing cut or overflowing, no serious finding of axe; a picture is kept. */
export async function inspect(page: Page, name: string, language: 'vi' | 'en', theme: string, data = /^$/): Promise<void> {
  const place = `${name} ${language} ${theme}`
  await page.mouse.move(0, 0)
  await page.screenshot({ path: `test-results/screens/${name}-${language}-${theme}.png`, animations: 'disabled' })
  expect
    .soft(
      (await wrongWords(page, language)).filter((text) => !data.test(text)),
      `words: ${place}`,
    )
    .toEqual([])
  expect.soft(await cutTexts(page), `cut texts: ${place}`).toEqual([])
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), `overflow: ${place}`).toBeLessThanOrEqual(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect
    .soft(
      serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`),
      `axe: ${place}`,
    )
    .toEqual([])
}
