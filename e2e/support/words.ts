import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { commonLabels } from '#kernel/labels.ts'
import type { Language } from '#kernel/language.ts'

type Tree = { [key: string]: string | Tree }

const leaves = (tree: Tree): string[] => Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : leaves(value)))

/** All words of one language: of the shell, of every module, and those that all share. */
async function wordsOf(language: Language): Promise<Set<string>> {
  const src = join(import.meta.dirname, '../../src')
  const files = globSync(`{platform/web,core/*,subsystems/*}/labels/**/${language}.ts`, { cwd: src })
  const modules = await Promise.all(files.map(async (file) => ((await import(join(src, file))) as Record<Language, Tree>)[language]))
  return new Set([commonLabels[language], ...modules].flatMap(leaves))
}

const words = { vi: await wordsOf('vi'), en: await wordsOf('en') }

/** Every text a person sees or hears on the page: text nodes, names, hints, placeholders. */
async function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement
      if (!element?.checkVisibility()) continue
      if (node instanceof Element) texts.push(...['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''))
      else texts.push(node.textContent ?? '')
    }
    return [...new Set(texts.map((text) => text.trim()).filter(Boolean))]
  })
}

/** What is wrong with the words of a page: those of the other language, and keys that stand where words should. */
export async function wrongWords(page: Page, language: Language): Promise<string[]> {
  const foreign = words[language === 'vi' ? 'en' : 'vi']
  const texts = await textsOf(page)
  return texts.filter((text) => {
    if (foreign.has(text) && !words[language].has(text)) return true
    // A label that is missing shows its key (camelCase, a.dotted.path) or the value behind it (SNAKE_CASE).
    return /^[a-z]+[A-Z]\w*$/.test(text) || /^[a-z]\w*(\.\w+)+$/.test(text) || /\b[A-Z]{2,}_[A-Z]+\b/.test(text) || /\{\w+\}/.test(text)
  })
}
