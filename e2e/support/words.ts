import type { Page } from '@playwright/test'
import { en as assignmentEn } from '#core/assignment/labels/en.ts'
import { vi as assignmentVi } from '#core/assignment/labels/vi.ts'
import { en as auditEn } from '#core/audit/labels/en.ts'
import { vi as auditVi } from '#core/audit/labels/vi.ts'
import { en as iamEn } from '#core/iam/labels/en.ts'
import { vi as iamVi } from '#core/iam/labels/vi.ts'
import { en as mailEn } from '#core/mail/labels/en.ts'
import { vi as mailVi } from '#core/mail/labels/vi.ts'
import { en as masterdataEn } from '#core/masterdata/labels/en.ts'
import { vi as masterdataVi } from '#core/masterdata/labels/vi.ts'
import { en as organisationEn } from '#core/organisation/labels/en.ts'
import { vi as organisationVi } from '#core/organisation/labels/vi.ts'
import { en as paymentsEn } from '#core/payments/labels/en.ts'
import { vi as paymentsVi } from '#core/payments/labels/vi.ts'
import { en as policyEn } from '#core/policy/labels/en.ts'
import { vi as policyVi } from '#core/policy/labels/vi.ts'
import { en as shellEn } from '#platform/web/labels/en.ts'
import { vi as shellVi } from '#platform/web/labels/vi.ts'
import { en as qrEn } from '#subsystems/qr/labels/en.ts'
import { vi as qrVi } from '#subsystems/qr/labels/vi.ts'
import { en as sysEn } from '#subsystems/sys/labels/en.ts'
import { vi as sysVi } from '#subsystems/sys/labels/vi.ts'

type Tree = { [key: string]: string | Tree }

const leaves = (tree: Tree): string[] => Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : leaves(value)))

const words = {
  vi: new Set(
    [shellVi, iamVi, organisationVi, masterdataVi, paymentsVi, assignmentVi, auditVi, mailVi, policyVi, qrVi, sysVi].flatMap((labels) =>
      leaves(labels as Tree),
    ),
  ),
  en: new Set(
    [shellEn, iamEn, organisationEn, masterdataEn, paymentsEn, assignmentEn, auditEn, mailEn, policyEn, qrEn, sysEn].flatMap((labels) =>
      leaves(labels as Tree),
    ),
  ),
}

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
export async function wrongWords(page: Page, language: 'vi' | 'en'): Promise<string[]> {
  const foreign = words[language === 'vi' ? 'en' : 'vi']
  const texts = await textsOf(page)
  return texts.filter((text) => {
    if (foreign.has(text) && !words[language].has(text)) return true
    // A label that is missing shows its key (camelCase, a.dotted.path) or the value behind it (SNAKE_CASE).
    return /^[a-z]+[A-Z]\w*$/.test(text) || /^[a-z]\w*(\.\w+)+$/.test(text) || /\b[A-Z]{2,}_[A-Z]+\b/.test(text) || /\{\w+\}/.test(text)
  })
}
