import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { commonLabels } from '#kernel/labels.ts'

type Tree = { [key: string]: string | Tree }

const leaves = (tree: Tree): string[] => Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : leaves(value)))
const src = join(import.meta.dirname, '../../src')

/** Every label file there is, by the language in its name. */
async function labelFiles(language: 'vi' | 'en'): Promise<Tree[]> {
  const files = globSync(`**/labels/**/*${language}.ts`, { cwd: src })
  const modules = await Promise.all(files.map(async (file) => (await import(join(src, file))) as Tree))
  return [commonLabels[language], ...modules]
}

/** Values of enums: they are in answers as well, and are shown by their labels only. */
function enumValues(tree: Tree, inside = false): string[] {
  return Object.entries(tree).flatMap(([key, value]) => (typeof value === 'string' ? (inside ? [key] : []) : enumValues(value, inside || key === 'enums')))
}

const files = { vi: await labelFiles('vi'), en: await labelFiles('en') }
const words = { vi: new Set(files.vi.flatMap(leaves)), en: new Set(files.en.flatMap(leaves)) }
const enums = new Set(files.vi.flatMap((tree) => enumValues(tree)))

/** Every text a person sees or hears on a part of the page: text nodes, names, hints, placeholders but for examples of a code. */
async function textsOf(page: Page, part: string): Promise<string[]> {
  return page.evaluate((within) => {
    const texts: string[] = []
    const roots = [...document.querySelectorAll(within)]
    const walkers = roots.map((root) => document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT))
    for (const walker of walkers)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node instanceof Element ? node : node.parentElement
        // What may be chosen is drawn by the browser itself.
        if (!element?.checkVisibility() && !element?.closest('option')) continue
        // Icons that nobody hears have names all the same.
        const heard = element.closest('[aria-hidden=true]') === null
        if (node instanceof Element)
          texts.push(
            (heard && element.getAttribute('aria-label')) || '',
            element.getAttribute('title') ?? '',
            element.getAttribute('placeholder')?.replace(/^[A-Z_]+$/, '') ?? '',
          )
        else texts.push(node.textContent ?? '')
      }
    return [...new Set(texts.map((text) => text.trim()).filter(Boolean))]
  }, part)
}

/** A label that is missing shows its key (camelCase, a.dotted.path), the value behind it (SNAKE_CASE) or a place that was not filled in. */
const KEYS = [/^[a-z]+[A-Z]\w*$/, /^[a-z][\w-]*(\.[\w-]+)+$/, /\b[A-Z]{2,}_[A-Z_]+\b/, /\{\w+\}/]

/** Takes from an answer the texts of records that look like keys of labels, or what people have called a record, in whatever language. */
export function dataIn(answer: unknown, found: Set<string>, field = ''): void {
  if (typeof answer === 'string') {
    if (/(name|Vi|En)$/i.test(field)) found.add(answer)
    // What an enum may be is shown by its label; a code of a record may be the same word.
    for (const key of KEYS) for (const [text] of answer.matchAll(new RegExp(key, 'g'))) if (field === 'code' || !enums.has(text)) found.add(text)
  } else if (typeof answer === 'object' && answer !== null)
    for (const [name, value] of Object.entries(answer)) dataIn(value, found, Array.isArray(answer) ? field : name)
}

/** What is wrong with the words of a page: those of the other language, and keys that stand where words should and are no data. */
export async function wrongWords(page: Page, language: 'vi' | 'en', data: ReadonlySet<string>, part: string): Promise<string[]> {
  const foreign = words[language === 'vi' ? 'en' : 'vi']
  const texts = await textsOf(page, part)
  return texts.filter((text) => {
    if (words[language].has(text)) return false
    if (foreign.has(text) && !data.has(text)) return true
    const found = KEYS.flatMap((key) => key.exec(text)?.[0] ?? [])
    return found.some((key) => !data.has(key))
  })
}
