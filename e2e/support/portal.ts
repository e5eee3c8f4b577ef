import { type BrowserContext, test as base, expect, type Page, type Request } from '@playwright/test'
import { login } from '#core/iam/contract/sign-in/auth.ts'
import { DEMO_PASSWORD, demoOtp } from '#core/iam/contract/sign-in/demo.ts'
import type { SubsystemCode } from '#kernel/applications.ts'
import { inDatabase, type Server, startServer } from './server.ts'
import { dataIn, language, speak, words } from './words.ts'

/** Texts that pages were given as data and that look like keys of labels. */
const data = new WeakMap<BrowserContext, Set<string>>()
export const dataOf = (page: Page): ReadonlySet<string> => data.get(page.context()) ?? new Set()

/** Calls that have no answer yet. */
const underWay = new WeakMap<BrowserContext, Set<Request>>()

/** Only what is listed here may stand in the browser's console; everything else fails the test. */
interface Quiet {
  /** A refusal this test provokes: the browser itself notes it in the console. */
  expects(...statuses: number[]): void
}

/** The language of a journey stands beside its title. */
export const VI = { tag: '@vi' }
export const EN = { tag: '@en' }

export const test = base.extend<{ quiet: Quiet }, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures wanted
    async ({}, use, { parallelIndex }) => {
      const server = await startServer(parallelIndex)
      await use(server)
      await server.end()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ server }, use) => use(server.origin),
  // Every browser of a journey begins in its language.
  storageState: async ({ server }, use, { tags }) => {
    speak(tags.includes(EN.tag) ? 'en' : 'vi')
    await use({ cookies: [], origins: [{ origin: server.origin, localStorage: [{ name: 'language', value: language }] }] })
  },
  quiet: [
    async ({ context }, use) => {
      const noise: string[] = []
      const allowed = new Set<number>()
      context.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        const status = /status of (\d{3})/.exec(message.text())?.[1]
        if (!status || !allowed.has(Number(status))) noise.push(`${message.type()}: ${message.text()}`)
      })
      // What React recovers from names its cause only here.
      await context.addInitScript(() =>
        addEventListener('error', ({ error }) => error?.cause instanceof Error && console.error(`caused by ${error.cause.stack}`)),
      )
      context.on('weberror', (error) => noise.push(`uncaught: ${error.error().message}`))
      const found = new Set<string>()
      data.set(context, found)
      const calls = new Set<Request>()
      underWay.set(context, calls)
      context.on('request', (request) => /\/api\/(?!live\/)/.test(request.url()) && calls.add(request))
      context.on('requestfinished', (request) => calls.delete(request))
      context.on('requestfailed', (request) => calls.delete(request))
      context.on('response', (response) => {
        if (response.headers()['content-type']?.includes('application/json'))
          response.json().then(
            (answer) => dataIn(answer, found),
            () => undefined,
          )
      })
      context.on('response', (response) => response.status() >= 500 && !allowed.has(response.status()) && noise.push(`${response.status()} ${response.url()}`))
      await use({
        expects: (...statuses) => {
          for (const status of statuses) allowed.add(status)
        },
      })
      expect(noise, 'console of the browser').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

export const PASSWORD = DEMO_PASSWORD
export const LIST = '/pp-qr/quanlygiaodich/danhsachgiaodich'

/** Each code is good once, and two sign-ins in half a minute use up both that are taken then; tests of other things do not wait for the next. */
export async function freeCodes(account: string): Promise<void> {
  await inDatabase("update iam.totp set used_steps = '{}' where user_id = (select id from iam.user_account where account = $1)", [account])
}

/** The code of now: that of the half minute before is taken too, so that it is good for half a minute at least. */
export async function freshOtp(page: Page, account: string): Promise<string> {
  await freeCodes(account)
  const { data } = await (await page.request.get(`/api${demoOtp.path}?account=${account}`)).json()
  return data.otp
}

/** Fills the form of the sign-in page without sending it. */
export async function fillSignIn(page: Page, values: { account: string; password: string; otp: string; application?: string }): Promise<void> {
  await page.getByLabel(words.signIn.fields.login.account, { exact: true }).fill(values.account)
  await page.getByLabel(words.signIn.fields.login.password, { exact: true }).fill(values.password)
  await page.getByLabel(words.signIn.fields.login.otp).fill(values.otp)
  await page.getByLabel(words.signIn.fields.login.clientId, { exact: true }).selectOption(values.application ?? 'PP_QR')
}

/** What an earlier test set up for an account (language, open pages) is none of the next one's. */
export async function forgetPreferences(account: string): Promise<void> {
  await inDatabase('delete from preferences.document d using iam.user_account u where u.id = d.user_id and u.account = $1', [account])
}

/** Leaves the portal as if nobody had ever been there: no screen is open that could still call or save, and only the language is kept. */
export async function leave(page: Page): Promise<void> {
  // Any document of the server: what is called and stored from it is the portal's.
  await page.goto(`/api${demoOtp.path}?account=admin`)
  await page.context().clearCookies()
  await page.evaluate((spoken) => {
    localStorage.clear()
    sessionStorage.clear()
    localStorage.setItem('language', spoken)
  }, language)
}

/**
 * Signs in by the call that the sign-in page makes, as that page leaves the browser, and opens an address. Nothing an earlier test set up
 * for the account is there any more.
 */
export async function signIn(page: Page, account: string, clientId: SubsystemCode = 'PP_QR', address = '/'): Promise<void> {
  await leave(page)
  const otp = await freshOtp(page, account)
  await page.evaluate(
    async ({ path, body }) => {
      const response = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      const { data, message } = await response.json()
      if (!data) throw new Error(`${body.account} cannot sign in to ${body.clientId}: ${message}`)
      sessionStorage.setItem('signed_in', body.account)
      localStorage.setItem('client_id', body.clientId)
      localStorage.setItem('refresh_token', data.tokenData.refresh_token)
      localStorage.setItem('access_token_since', String(Date.now()))
      localStorage.setItem('access_token', data.tokenData.access_token)
    },
    { path: `/api${login.path}`, body: { account, password: PASSWORD, otp, clientId } },
  )
  // Only now: a screen that was left a moment ago may have saved until then.
  await forgetPreferences(account)
  await page.goto(address)
  await expect(page.getByRole('navigation', { name: words.shell.menu })).toBeVisible()
}

/** Picks from a drop-down that is found by its label: in the dialog that is open, where that has one, because filters behind it are called the same. */
export async function chooseOption(page: Page, label: string, option: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await field.first().waitFor()
  const asked = page.getByRole('dialog').getByLabel(label, { exact: true })
  await ((await asked.count()) > 0 ? asked : field).click()
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)').getByTitle(option, { exact: true }).click()
}

export const chooseLanguage = (page: Page, language: 'VI' | 'EN') => page.getByRole('button', { name: language, exact: true }).click()

export const tab = (page: Page, name: string | RegExp) => page.getByRole('tablist').getByRole('tab', { name })

/** The page in front: those of other tabs are there, but hidden. */
export const inFront = (page: Page) => page.getByRole('tabpanel')

/** Rows of the table in front. */
export const rows = (page: Page) => inFront(page).locator('tbody tr[data-row-key]')

/** How many rows the list in front says that it has. */
export async function totalRows(page: Page): Promise<number> {
  const text = await page.locator('.ant-pagination-total-text:visible').textContent()
  return Number(text?.replace(/\D/g, ''))
}

/** The list of QR transactions, with its rows. */
export async function openList(page: Page): Promise<void> {
  await page.goto(LIST)
  await expect(rows(page).first()).toBeVisible()
}

/** Opens an address inside the portal, as a link of it would: the page is not loaded anew. */
export async function go(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ usr: null, key: crypto.randomUUID(), idx: history.length }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, address)
}

/** Waits until the page in front has what it asked for: nothing is under way, twice in a row, because an answer may lead to a question. */
export async function settled(page: Page): Promise<void> {
  const state = () =>
    page.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      const waiting = '[aria-busy=true], .ant-skeleton, .ant-spin-spinning'
      if (![...document.querySelectorAll('[role=tabpanel]')].some((panel) => panel.checkVisibility())) return 'no page'
      return [...document.querySelectorAll(waiting)].some((element) => element.checkVisibility()) ? 'waiting' : 'quiet'
    })
  let quiet = 0
  await expect
    .poll(
      async () => {
        const calls = underWay.get(page.context())?.size ?? 0
        quiet = (await state()) === 'quiet' && calls === 0 ? quiet + 1 : 0
        return quiet
      },
      { intervals: [20, 20, 20, 50, 50, 100] },
    )
    .toBeGreaterThan(1)
}
