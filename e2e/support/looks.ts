import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { dataOf, expect } from './portal.ts'
import { wrongWords } from './words.ts'

export interface Look {
  language: 'vi' | 'en'
  theme: 'light' | 'dark'
}

/** In turn: four things in a row are seen in both languages and both themes. */
export const LOOKS: readonly Look[] = [
  { language: 'vi', theme: 'light' },
  { language: 'en', theme: 'dark' },
  { language: 'vi', theme: 'dark' },
  { language: 'en', theme: 'light' },
]

/** Language and theme as the browser keeps them; in force after the next load. */
export async function dress(page: Page, { language, theme }: Look): Promise<void> {
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
function cutTexts(page: Page, part: string): Promise<string[]> {
  return page.evaluate((within) => {
    /** Where the words end, whatever stands around them. */
    const ends = (element: HTMLElement) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      let end = 0
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.parentElement?.checkVisibility()) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        end = Math.max(end, range.getBoundingClientRect().right)
      }
      return end
    }
    return (
      [
        ...document.querySelectorAll<HTMLElement>(
          `:is(${within}) :is(button, h1, h2, h3, label, th, dt, dd, td.bt-fixed-end, .bt-tag, [role=tab], [role=menuitem])`,
        ),
      ]
        // What only readers hear is cut to a point.
        .filter((element) => !element.closest('.bt-visually-hidden'))
        .filter((element) => element.checkVisibility() && element.clientWidth > 4 && element.scrollWidth > element.clientWidth + 1)
        .filter((element) => getComputedStyle(element).textOverflow !== 'ellipsis' && getComputedStyle(element).overflowX !== 'visible')
        .filter((element) => ends(element) > element.getBoundingClientRect().right + 1)
        .map((element) => `${element.tagName}: ${element.textContent}`)
    )
  }, part)
}

/** Buttons and the like that an icon gives its English name to: 'plus Phân công'. */
function iconNames(page: Page, part: string): Promise<string[]> {
  return page.evaluate(
    (within) =>
      [...document.querySelectorAll(`:is(${within}) .anticon[aria-label]:not([aria-hidden=true])`)]
        .filter((icon) => icon.classList.contains(`anticon-${icon.getAttribute('aria-label')}`))
        .map((icon) => `${icon.getAttribute('aria-label')} ${icon.closest('button, a, [role]:not(.anticon)')?.textContent ?? ''}`),
    part,
  )
}

/** That all content stands in landmarks is the frame's affair, no serious finding, and takes long to find out. */
const AXE_OPTIONS = { resultTypes: ['violations'], selectors: false, rules: { region: { enabled: false } } } satisfies axe.RunOptions

/** Serious findings of axe, on the whole page or on a part of it. */
async function findings(page: Page, part = 'body'): Promise<string[]> {
  // What slides in is judged when it stands.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY),
  )
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async ([within, options]) => (await axe.run(within, options)).violations, [part, AXE_OPTIONS] as const)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
}

/** Nothing serious that a person with other senses would stumble over. */
export async function accessible(page: Page): Promise<void> {
  expect(await findings(page)).toEqual([])
}

/** The words of a screen as it stands: those of the language, nothing cut or overflowing. */
export async function legible(page: Page, name: string, { language, theme }: Look, part = 'body'): Promise<void> {
  const place = `${name} ${language} ${theme}`
  await page.mouse.move(0, 0)
  expect.soft(await wrongWords(page, language, dataOf(page), part), `words: ${place}`).toEqual([])
  expect.soft(await iconNames(page, part), `names of icons: ${place}`).toEqual([])
  expect.soft(await cutTexts(page, part), `cut texts: ${place}`).toEqual([])
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), `overflow: ${place}`).toBeLessThanOrEqual(0)
}

/** A screen as it stands: legible, and no serious finding of axe (in `part` of it); a picture is kept. */
export async function inspect(page: Page, name: string, look: Look, part = 'body'): Promise<void> {
  await legible(page, name, look, part)
  const place = `${name}-${look.language}-${look.theme}`
  await page.screenshot({ path: `test-results/screens/${place}.png`, animations: 'disabled' })
  expect.soft(await findings(page, part), `axe: ${place}`).toEqual([])
}
