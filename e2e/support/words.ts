import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { en as approvalsEn } from '#core/approvals/labels/en.ts'
import { vi as approvalsVi } from '#core/approvals/labels/vi.ts'
import { en as assignmentEn } from '#core/assignment/labels/en.ts'
import { vi as assignmentVi } from '#core/assignment/labels/vi.ts'
import { en as auditEn } from '#core/audit/labels/en.ts'
import { vi as auditVi } from '#core/audit/labels/vi.ts'
import { en as counterEn } from '#core/cash/labels/counter/en.ts'
import { vi as counterVi } from '#core/cash/labels/counter/vi.ts'
import { en as daysEn } from '#core/cash/labels/day-close/en.ts'
import { vi as daysVi } from '#core/cash/labels/day-close/vi.ts'
import { en as differencesEn } from '#core/cash/labels/differences/en.ts'
import { vi as differencesVi } from '#core/cash/labels/differences/vi.ts'
import { en as positionEn } from '#core/cash/labels/position/en.ts'
import { vi as positionVi } from '#core/cash/labels/position/vi.ts'
import { en as cashReportsEn } from '#core/cash/labels/reports/en.ts'
import { vi as cashReportsVi } from '#core/cash/labels/reports/vi.ts'
import { en as shiftsEn } from '#core/cash/labels/shifts/en.ts'
import { vi as shiftsVi } from '#core/cash/labels/shifts/vi.ts'
import { en as treasuryEn } from '#core/cash/labels/treasury/en.ts'
import { vi as treasuryVi } from '#core/cash/labels/treasury/vi.ts'
import { en as controlsEn } from '#core/controls/labels/en.ts'
import { vi as controlsVi } from '#core/controls/labels/vi.ts'
import { en as cutOffEn } from '#core/cutoff/labels/en.ts'
import { vi as cutOffVi } from '#core/cutoff/labels/vi.ts'
import { en as disbursementEn } from '#core/disbursement/labels/en.ts'
import { vi as disbursementVi } from '#core/disbursement/labels/vi.ts'
import { en as iamEn } from '#core/iam/labels/en.ts'
import { en as signInEn } from '#core/iam/labels/sign-in/en.ts'
import { vi as signInVi } from '#core/iam/labels/sign-in/vi.ts'
import { vi as iamVi } from '#core/iam/labels/vi.ts'
import { en as incidentsEn } from '#core/incidents/labels/en.ts'
import { vi as incidentsVi } from '#core/incidents/labels/vi.ts'
import { en as jobsEn } from '#core/jobs/labels/en.ts'
import { vi as jobsVi } from '#core/jobs/labels/vi.ts'
import { en as ledgerEn } from '#core/ledger/labels/en.ts'
import { vi as ledgerVi } from '#core/ledger/labels/vi.ts'
import { en as mailEn } from '#core/mail/labels/en.ts'
import { vi as mailVi } from '#core/mail/labels/vi.ts'
import { en as masterdataEn } from '#core/masterdata/labels/en.ts'
import { vi as masterdataVi } from '#core/masterdata/labels/vi.ts'
import { en as merchantsEn } from '#core/merchants/labels/en.ts'
import { vi as merchantsVi } from '#core/merchants/labels/vi.ts'
import { en as notificationsEn } from '#core/notifications/labels/en.ts'
import { vi as notificationsVi } from '#core/notifications/labels/vi.ts'
import { en as organisationEn } from '#core/organisation/labels/en.ts'
import { vi as organisationVi } from '#core/organisation/labels/vi.ts'
import { en as outcomesEn } from '#core/outcomes/labels/en.ts'
import { vi as outcomesVi } from '#core/outcomes/labels/vi.ts'
import { en as partnersEn } from '#core/partners/labels/en.ts'
import { vi as partnersVi } from '#core/partners/labels/vi.ts'
import { en as paymentsEn } from '#core/payments/labels/en.ts'
import { vi as paymentsVi } from '#core/payments/labels/vi.ts'
import { en as payoutsEn } from '#core/payouts/labels/en.ts'
import { vi as payoutsVi } from '#core/payouts/labels/vi.ts'
import { en as policyEn } from '#core/policy/labels/en.ts'
import { vi as policyVi } from '#core/policy/labels/vi.ts'
import { en as breaksEn } from '#core/reconciliation/labels/breaks/en.ts'
import { vi as breaksVi } from '#core/reconciliation/labels/breaks/vi.ts'
import { en as requestsEn } from '#core/reconciliation/labels/requests/en.ts'
import { vi as requestsVi } from '#core/reconciliation/labels/requests/vi.ts'
import { en as sessionsEn } from '#core/reconciliation/labels/sessions/en.ts'
import { vi as sessionsVi } from '#core/reconciliation/labels/sessions/vi.ts'
import { en as setupsEn } from '#core/reconciliation/labels/setups/en.ts'
import { vi as setupsVi } from '#core/reconciliation/labels/setups/vi.ts'
import { en as reconciliationEn } from '#core/reconciliation/labels/web/en.ts'
import { vi as reconciliationVi } from '#core/reconciliation/labels/web/vi.ts'
import { en as reportsEn } from '#core/reports/labels/en.ts'
import { vi as reportsVi } from '#core/reports/labels/vi.ts'
import { en as settlementsEn } from '#core/settlements/labels/en.ts'
import { vi as settlementsVi } from '#core/settlements/labels/vi.ts'
import { en as traceEn } from '#core/trace/labels/en.ts'
import { vi as traceVi } from '#core/trace/labels/vi.ts'
import { en as vietqrEn } from '#core/vietqr/labels/en.ts'
import { en as studioEn } from '#core/vietqr/labels/studio/en.ts'
import { vi as studioVi } from '#core/vietqr/labels/studio/vi.ts'
import { vi as vietqrVi } from '#core/vietqr/labels/vi.ts'
import { commonLabels } from '#kernel/labels.ts'
import type { Language } from '#kernel/language.ts'
import { validationTexts } from '#kernel/validation-texts.ts'
import { en as kitEn } from '#platform/web/labels/en.ts'
import { vi as kitVi } from '#platform/web/labels/vi.ts'
import { en as cfmEn } from '#subsystems/cfm/labels/en.ts'
import { vi as cfmVi } from '#subsystems/cfm/labels/vi.ts'
import { en as cfmV2En } from '#subsystems/cfm-v2/labels/en.ts'
import { vi as cfmV2Vi } from '#subsystems/cfm-v2/labels/vi.ts'
import { en as crmEn } from '#subsystems/crm/labels/en.ts'
import { vi as crmVi } from '#subsystems/crm/labels/vi.ts'
import { en as qrEn } from '#subsystems/qr/labels/en.ts'
import { vi as qrVi } from '#subsystems/qr/labels/vi.ts'
import { en as sysEn } from '#subsystems/sys/labels/en.ts'
import { vi as sysVi } from '#subsystems/sys/labels/vi.ts'
import { codEn, codVi } from './cod-words.ts'

const rulesIn = (language: Language) =>
  Object.fromEntries(Object.entries(validationTexts).map(([rule, text]) => [rule, text[language]])) as Record<keyof typeof validationTexts, string>

const vietnamese = {
  ...kitVi,
  shared: commonLabels.vi,
  rules: rulesIn('vi'),
  approvals: approvalsVi,
  assignment: assignmentVi,
  audit: auditVi,
  controls: controlsVi,
  disbursement: disbursementVi,
  incidents: incidentsVi,
  cashReports: cashReportsVi,
  cutOff: cutOffVi,
  iam: iamVi,
  signIn: signInVi,
  jobs: jobsVi,
  mail: mailVi,
  days: daysVi,
  counter: counterVi,
  shifts: shiftsVi,
  differences: differencesVi,
  position: positionVi,
  treasury: treasuryVi,
  studio: studioVi,
  trace: traceVi,
  merchants: merchantsVi,
  settlements: settlementsVi,
  vietqr: vietqrVi,
  ledger: ledgerVi,
  masterdata: masterdataVi,
  organisation: organisationVi,
  notifications: notificationsVi,
  outcomes: outcomesVi,
  partners: partnersVi,
  payments: paymentsVi,
  payouts: payoutsVi,
  policy: policyVi,
  breaks: breaksVi,
  requests: requestsVi,
  sessions: sessionsVi,
  setups: setupsVi,
  reconciliation: reconciliationVi,
  reports: reportsVi,
  cfm: cfmVi,
  cfmV2: cfmV2Vi,
  cod: codVi,
  crm: crmVi,
  qr: qrVi,
  sys: sysVi,
}
const english: typeof vietnamese = {
  ...kitEn,
  shared: commonLabels.en,
  rules: rulesIn('en'),
  approvals: approvalsEn,
  assignment: assignmentEn,
  audit: auditEn,
  controls: controlsEn,
  disbursement: disbursementEn,
  incidents: incidentsEn,
  cashReports: cashReportsEn,
  cutOff: cutOffEn,
  iam: iamEn,
  signIn: signInEn,
  jobs: jobsEn,
  mail: mailEn,
  days: daysEn,
  counter: counterEn,
  shifts: shiftsEn,
  differences: differencesEn,
  position: positionEn,
  treasury: treasuryEn,
  studio: studioEn,
  trace: traceEn,
  merchants: merchantsEn,
  settlements: settlementsEn,
  vietqr: vietqrEn,
  ledger: ledgerEn,
  masterdata: masterdataEn,
  organisation: organisationEn,
  notifications: notificationsEn,
  outcomes: outcomesEn,
  partners: partnersEn,
  payments: paymentsEn,
  payouts: payoutsEn,
  policy: policyEn,
  breaks: breaksEn,
  requests: requestsEn,
  sessions: sessionsEn,
  setups: setupsEn,
  reconciliation: reconciliationEn,
  reports: reportsEn,
  cfm: cfmEn,
  cfmV2: cfmV2En,
  cod: codEn,
  crm: crmEn,
  qr: qrEn,
  sys: sysEn,
}

/** What the portal says in the language of the journey under way: a test names a word by its place in the labels, and types none twice. */
export let words = vietnamese
export let language: Language = 'vi'

/** One journey runs in a worker at a time: from here on its words are these. */
export function speak(wanted: Language): void {
  language = wanted
  words = wanted === 'vi' ? vietnamese : english
}

/** A text of the labels as a pattern: its places hold what is given, or anything. */
export function pattern(text: string, params: Record<string, string | number> = {}): RegExp {
  const escaped = (literal: string) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const place = (name: string) => (name in params ? escaped(String(params[name])) : '.*')
  return new RegExp(escaped(text).replace(/\\\{(\w+)(?:\\\|[^{}]*)?\\\}/g, (whole, name: string) => (whole.includes('|') ? '.*' : place(name))))
}

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
const texts = { vi: new Set(files.vi.flatMap(leaves)), en: new Set(files.en.flatMap(leaves)) }
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
  const foreign = texts[language === 'vi' ? 'en' : 'vi']
  const shown = await textsOf(page, part)
  return shown.filter((text) => {
    if (texts[language].has(text)) return false
    if (foreign.has(text) && !data.has(text)) return true
    const found = KEYS.flatMap((key) => key.exec(text)?.[0] ?? [])
    return found.some((key) => !data.has(key))
  })
}
