import type { Locator, Page, Route } from '@playwright/test'
import { inspect, type Look, legible } from './looks.ts'
import { expect, go, inFront, rows, settled } from './portal.ts'
import { inDatabase } from './server.ts'

export interface Place {
  path: string
  /** Not in the menu: opened from elsewhere. */
  hidden?: boolean
}

/** What the server is made to answer to the calls of a screen: what it has, nothing, an error, a refusal, that there is no such record. */
type State = 'data' | 'empty' | 'error' | 'forbidden' | 'missing'

/** Calls of the frame around the screens, which stays as it is. */
const FRAME = /\/api\/(live|pp-public|pp-admin\/(auth|preferences|list-views|home|notifications|exports)|sys\/user\/v1\/info|core\/staff)/

/** The screen without the frame around it. */
const PANEL = '[role=tabpanel]:not([style*=none])'
/** Places in the menu of a tab. */
const [RELOAD, CLOSE] = [0, 3]

const REFUSALS = { error: [500, 'SYS-500'], forbidden: [403, '403'], missing: [404, 'SYS-404'] } as const

const EMPTY = { vi: 'Không tìm thấy dữ liệu', en: 'No data found' } as const

/** Lists that a demo world has no rows for: nobody waits to be decided on. */
const NO_ROWS = new Set(['crm-approvals'])

const nameOf = (path: string) =>
  path
    .split('/')
    .filter((part) => part && !part.startsWith('{'))
    .join('-')

/** Turns what a list or a report holds into nothing; anything else stays. */
function emptied(answer: { data?: unknown }): unknown {
  const { data } = answer
  if (Array.isArray(data)) return { ...answer, data: [] }
  if (typeof data !== 'object' || data === null || !('result' in data || 'totalRecord' in data)) return answer
  const none = Object.entries(data).map(([key, value]) => [key, Array.isArray(value) ? [] : key === 'totalRecord' ? 0 : value])
  return { ...answer, data: Object.fromEntries(none) }
}

/** Looks at screens one after the other, by navigation inside the page: the portal is loaded once. */
export class Tour {
  /** What the server itself refused on the way. */
  readonly refused: string[] = []
  readonly #page: Page
  readonly #look: Look
  #state: State = 'data'
  #madeUp = 0
  #visited = 0
  /** The states that the kit draws and whose look has been judged once. */
  readonly #judged = new Set<State>()

  private constructor(page: Page, look: Look) {
    this.#page = page
    this.#look = look
  }

  static async begin(page: Page, look: Look): Promise<Tour> {
    const tour = new Tour(page, look)
    page.on('response', (response) => {
      if (response.status() >= 400 && !response.headers()['x-made-up']) tour.refused.push(`${response.status()} ${response.url()}`)
    })
    await page.route('**/api/**', (route) => tour.#answer(route))
    await settled(page)
    return tour
  }

  async #answer(route: Route): Promise<void> {
    const state = this.#state
    if (state === 'data' || FRAME.test(route.request().url())) return await route.fallback()
    if (state === 'empty') {
      const response = await route.fetch()
      if (!response.headers()['content-type']?.includes('json')) return await route.fulfill({ response })
      return await route.fulfill({ response, json: emptied(await response.json()) })
    }
    const [status, code] = REFUSALS[state]
    this.#madeUp++
    await route.fulfill({ status, headers: { 'x-made-up': state }, json: { code, message: this.#look.language === 'vi' ? 'Không được' : 'No', data: null } })
  }

  /** The page a person begins at. */
  async home(subsystem: string): Promise<void> {
    await inspect(this.#page, `home-${subsystem}`, this.#look)
  }

  /** A screen in each of its states. `all`: the screens of its sub-system, one of which leads to a record where the path asks for one. */
  async visit(path: string, all: readonly Place[]): Promise<void> {
    const page = this.#page
    const name = nameOf(path)
    const address = path.includes('{') ? await this.#addressOf(path, all) : await this.#askedFor(path, all)
    // From the coldest to the warmest: what has been read stays known.
    const [first, ...refusals] = this.#refusals(address !== path)
    this.#state = first
    await go(page, address)
    await settled(page)
    await this.#refusal(name)
    for (const state of refusals) {
      this.#state = state
      await this.#again()
      await this.#refusal(name)
    }
    this.#state = 'empty'
    await this.#again()
    const isList = await this.#isList()
    if (isList) await expect.soft(inFront(page).getByText(EMPTY[this.#look.language]).first(), `${name} says that it is empty`).toBeVisible()
    await this.#judge(name, isList)
    this.#state = 'data'
    await this.#again()
    await this.#data(name)
    await this.#menu(CLOSE)
  }

  /** A screen says alike that it may not be read and that reading failed: one of the two, in turn, but for the long run. */
  #refusals(record: boolean): [State, ...State[]] {
    const missing: State[] = record ? ['missing'] : []
    if (process.env.FAULTS === 'full') return ['forbidden', 'error', ...missing]
    return [this.#visited++ % 2 === 0 ? 'forbidden' : 'error', ...missing]
  }

  async #refusal(name: string): Promise<void> {
    // A list always asks, and says itself what came of it: a note over the page is not enough.
    const isList = await this.#isList()
    if (isList || this.#madeUp > 0)
      await expect.soft((isList ? inFront(this.#page) : this.#page).getByRole('alert').first(), `${name} ${this.#state} says so`).toBeVisible()
    this.#madeUp = 0
    await this.#judge(name)
    // What was refused is also said in notes, which go by themselves and are in the way until then.
    for (const note of await this.#page.locator('.bt-notice-close, .ant-notification-notice-close').all()) await note.click().catch(() => undefined)
  }

  /** How a state looks. What the kit draws is alike on every screen but for its words: axe and a picture once a tour are enough, but for the long run. */
  async #judge(name: string, drawnByKit = true): Promise<void> {
    const known = drawnByKit && this.#judged.has(this.#state) && process.env.FAULTS !== 'full'
    if (drawnByKit) this.#judged.add(this.#state)
    await (known ? legible : inspect)(this.#page, `${name}-${this.#state}`, this.#look, PANEL)
  }

  async #data(name: string): Promise<void> {
    const page = this.#page
    if (!NO_ROWS.has(name) && (await this.#isList())) expect.soft(await rows(page).count(), `${name} has rows to look at`).toBeGreaterThan(0)
    const folded = inFront(page).locator('.bt-filters button[aria-expanded=false]')
    if (await folded.count()) await folded.first().click()
    await settled(page)
    expect.soft(await inFront(page).locator('.ant-btn-primary:visible').count(), `${name}: one button stands out`).toBeLessThanOrEqual(1)
    await inspect(page, name, this.#look)
    const views = inFront(page).locator('.ant-segmented-item')
    for (let at = 1; at < (await views.count()); at++) {
      await views.nth(at).click()
      await settled(page)
      await inspect(page, `${name}-view-${at}`, this.#look, PANEL)
    }
    if (await views.count()) await views.first().click()
    await this.#opened(`${name}-form`, inFront(page).locator('.bt-toolbar .ant-btn-primary:enabled').first())
    await this.#opened(`${name}-record`, rows(page).first().locator('td:not(.bt-fixed-end) button').first())
  }

  /** What a button opens over the screen; one that leads to another screen leaves it to that one's turn. */
  async #opened(name: string, button: Locator): Promise<void> {
    const page = this.#page
    if ((await button.count()) === 0) return
    const tab = await this.#tab().getAttribute('id')
    await button.click()
    await settled(page)
    if ((await this.#tab().getAttribute('id')) !== tab) return await this.#menu(CLOSE)
    await expect(page.getByRole('dialog')).toBeVisible()
    await inspect(page, name, this.#look, '[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }

  async #isList(): Promise<boolean> {
    return (await inFront(this.#page).locator('.bt-list').count()) > 0
  }

  #tab(): Locator {
    return this.#page.getByRole('tablist').first().locator('[role=tab][aria-selected=true]')
  }

  /** Chooses from the menu of the tab in front. */
  async #menu(entry: number): Promise<void> {
    // The menu also opens where a drawer stands over the tabs.
    await this.#tab().dispatchEvent('contextmenu')
    const item = this.#page.locator('.ant-dropdown:visible [role=menuitem]').nth(entry)
    await item.dispatchEvent('click')
    await expect(item).toBeHidden()
    await settled(this.#page)
  }

  /** The screen from the start, with what the server says now. */
  #again(): Promise<void> {
    return this.#menu(RELOAD)
  }

  /** The address of a record: the first link to one on a screen beside it, or that of a screen of the same record. */
  async #addressOf(path: string, all: readonly Place[]): Promise<string> {
    const shared = (other: string) => {
      const [a, b] = [path.split('/'), other.split('/')]
      return a.findIndex((part, at) => part !== b[at])
    }
    const lists = all.filter((one) => !one.path.includes('{')).sort((a, b) => shared(b.path) - shared(a.path))
    const records = all
      .filter((one) => one.path.includes('{'))
      .sort((a, b) => Number(b.path === path) - Number(a.path === path) || shared(b.path) - shared(a.path))
    for (const list of lists.slice(0, 3)) {
      const links = await this.#linksOn(list.path)
      for (const record of records) {
        const pattern = new RegExp(`^${record.path.replace(/\{\w+\}/g, '([^/]+)')}$`)
        const matches = links.map((link) => pattern.exec(link.replace(/\?.*/, ''))).filter((match) => match !== null)
        // A record that has pages of several addresses is shown under one: each of the others takes another record, which nobody has read yet.
        const found = matches[record.path === path ? 0 : path.length % matches.length]
        if (found) {
          let place = 0
          return path.replace(/\{\w+\}/g, () => found[++place] ?? '')
        }
      }
    }
    throw new Error(`no screen leads to a record of ${path}`)
  }

  /** The address of a record that is named behind the "?", by a link of a list beside it; the path itself of any other screen. */
  async #askedFor(path: string, all: readonly Place[]): Promise<string> {
    if (!all.some((one) => one.path === path && one.hidden)) return path
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    // The folder of all screens of a sub-system says nothing.
    if (folder.split('/').length < 4) return path
    for (const list of all.filter((one) => !one.hidden && one.path.startsWith(folder))) {
      const link = (await this.#linksOn(list.path)).find((one) => one.startsWith(`${path}?`))
      if (link) return link
    }
    return path
  }

  async #linksOn(list: string): Promise<string[]> {
    this.#state = 'data'
    await go(this.#page, list)
    await settled(this.#page)
    return await inFront(this.#page)
      .locator('a[href]')
      .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute('href') ?? ''))
  }
}

/** Records that a demo world has none of, for the screens that show them. */
export async function prepareRecords(): Promise<void> {
  await inDatabase(`insert into assignment.rule (business, unit_id, allowed, valid_from, reason, updated_by, updated_at)
    select 'QR', id, false, current_date, '480102', 'admin', now() from organisation.unit where code = '480102' on conflict do nothing`)
  await inDatabase(`insert into policy.policy (id, code, revision, name, service, effective_from, created_by, created_at, updated_by, updated_at)
    values (900001, 'LOOKS', 1, 'LOOKS', 'QR', current_date, 'admin', now(), 'admin', now()) on conflict do nothing`)
  await inDatabase('insert into policy.fee (policy_id, line, amount_from, rate_bps) values (900001, 1, 0, 25) on conflict do nothing')
  await inDatabase(`insert into platform.mail (recipient, subject, text_body, status, ended_at)
    select 'looks@buutram.vn', 'LOOKS', 'LOOKS', 'KEPT', now() where not exists (select from platform.mail where subject = 'LOOKS')`)
  await inDatabase(`insert into cutoff.period (code, service, unit_id, granularity, starts_on, head_unit_id)
    select 'LOOKS', 'GL', id, 'DAY', '2026-01-05', head_unit_id from organisation.unit where code = '480102' on conflict do nothing`)
  await inDatabase(`insert into platform.job (name, input, state, tries, max_tries, timeout_seconds, started_at, ended_at)
    select name, input, 'DONE', 1, max_tries, timeout_seconds, now(), now() from platform.job_schedule where not exists (select from platform.job) limit 1`)
  await inDatabase(`with made as (
      insert into reconciliation.request (code, desk, kind, partner_id, reason, items, total, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
      select 'LOOKS-' || desk, desk, 'RESEND', t.partner_id, 'LOOKS', 1, t.amount, t.head_unit_id, t.head_unit_id, 'admin', now(), 'admin', now()
      from unnest(array['PAR', 'SDK']) as desk, (select * from payment.transaction where service = 'SDK' order by id limit 1) as t
      on conflict do nothing returning id)
    insert into reconciliation.request_item (request_id, number, transaction_id, business_date, transaction_code, amount, before)
    select made.id, 1, t.id, t.business_date, t.code, t.amount, jsonb_build_object('status', t.status)
    from made, (select * from payment.transaction where service = 'SDK' order by id limit 1) as t`)
}
