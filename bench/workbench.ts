/**
 * Reconciliation of a million lines against a million through the whole portal. A match by hand at the workbench in Chromium: from the press of M, with one
 * line of each side chosen, until the frame is painted in which both have gone, by the browser's own clock; the server's answer is not waited for. Then the
 * same session, confirmed and settled by two people: the request by which the second one agrees, in which all is posted. `LINES=100000` for fewer.
 */
import type { Page } from '@playwright/test'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { vi } from '#core/reconciliation/labels/web/vi.ts'
import type { Contract, OutputOf, RawInputOf } from '#kernel/contract.ts'
import type { Envelope } from '#kernel/envelope.ts'
import { connect } from '#platform/server/database/connect.ts'
import type { Database } from '#platform/server/database/db.ts'
import { reachEmbedded } from '#platform/server/database/embedded.ts'
import { qrReconciliation } from '#subsystems/qr/contract/reconciliation.ts'
import { ownTime } from './browser/own-time.ts'
import { signIn, withPortal } from './browser/portal.ts'
import { PAINTED } from './browser/presses.ts'
import { call, signIn as signInByCall } from './list/client.ts'
import { type BenchResult, median } from './result.ts'
import { makeSession, pairsByHand, resolveAll } from './workbench/session.ts'

const LINES = Number(process.env.LINES ?? 1_000_000)
const ROUNDS = Number(process.env.ROUNDS ?? 10)
const [MAKER, CHECKER] = ['ketoan', 'kiemsoat']
const SIDES = { OURS: vi.texts.ours, THEIRS: vi.texts.theirs } as const
/** Steps with the cursor that a page of a pane allows. */
const STEPS = 100
const LONG = { timeout: 120_000 }

type Pair = Record<keyof typeof SIDES, number>

/** Somebody who is signed in, by the calls of the screens; each with its milliseconds. */
async function personAt(base: string, account: string) {
  const headers = await signInByCall(base, account)
  return async <C extends Contract>({ path, method }: C, input: RawInputOf<C>): Promise<{ data: OutputOf<C>; ms: number }> => {
    const asked = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
    const begun = performance.now()
    const { body } = await call(
      `${base}/api${path}${asked}`,
      { ...headers, 'idempotency-key': crypto.randomUUID() },
      method === 'GET' ? undefined : JSON.stringify(input),
    )
    const ms = performance.now() - begun
    const { data, code, message } = JSON.parse(body) as Envelope<OutputOf<C>>
    if (data === null || data === undefined) throw new Error(`${path}: ${code} ${message}`)
    return { data, ms }
  }
}

const list = (page: Page, side: keyof typeof SIDES) => page.getByRole('listbox', { name: SIDES[side], exact: true })

/** Walks a pane with the keys to a line, and chooses it. */
async function choose(page: Page, side: keyof typeof SIDES, no: number): Promise<void> {
  await list(page, side).focus()
  await page.keyboard.press('Home')
  const at = list(page, side).locator('[data-at]')
  for (let step = 0; step < STEPS && (await at.getAttribute('data-no')) !== String(no); step++) await page.keyboard.press('j')
  await page.keyboard.press('Space')
  await list(page, side).locator(`[data-no="${no}"][aria-selected=true]`).waitFor()
}

/** Waits until the panes have what the server says, and the page is at rest. */
const quiet = (page: Page) =>
  page.evaluate(`(async () => {
    ${PAINTED}
    // What a press or an answer brings about begins a little behind it.
    await new Promise((done) => setTimeout(done, 500))
    for (let still = 0; still < 3; still = document.querySelector('[role=listbox][aria-busy=true]') ? 0 : still + 1) await painted()
    await new Promise((done) => requestIdleCallback(done, { timeout: 2000 }))
  })()`)

interface Matched {
  /** Milliseconds from the press of M until both lines have gone. */
  gone: number
  /** What of them the page's main thread has worked. */
  own: number
  /** Until the server has said that they are matched. */
  answered: number
}

async function matched(page: Page, worked: () => Promise<number>, { OURS, THEIRS }: Pair): Promise<Matched> {
  // What stands in the page when a frame begins is painted in it; a message sent then arrives behind its paint.
  await page.evaluate(`(() => {
    const stands = () => ['OURS${OURS}', 'THEIRS${THEIRS}'].some((id) => document.getElementById(id))
    const shown = (at) => new Promise((done, fail) => {
      requestAnimationFrame(() => {
        if (performance.now() - at > 10_000) return fail(new Error('the lines are still there'))
        if (stands()) return done(shown(at))
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => done(performance.now() - at)
        port2.postMessage(null)
      })
    })
    window.matched = new Promise((done) => addEventListener('keydown', (event) => done(event.timeStamp), { capture: true, once: true })).then(shown)
  })()`)
  const before = await worked()
  const begun = performance.now()
  const { path } = qrReconciliation.sessions.handMatch
  const answer = page
    .waitForResponse((response) => response.url().endsWith(path), LONG)
    .then((response) => {
      if (!response.ok()) throw new Error(`${path}: ${response.status()}`)
      return performance.now() - begun
    })
  const act = async () => {
    await page.keyboard.press('m')
    const gone = await page.evaluate<number>('window.matched')
    return { gone, own: ((await worked()) - before) * 1000 }
  }
  const [answered, shown] = await Promise.all([answer, act()])
  return { ...shown, answered }
}

/** The median of some matches by hand; the first one warms up. */
async function matchByHand(page: Page, base: string, db: Database, id: string): Promise<number> {
  const pairs = await pairsByHand(db, id, ROUNDS + 1)
  await signIn(page, base, MAKER, 'PP_QR')
  const begun = performance.now()
  await page.goto(`${base}${qrReconciliation.routes.detail}?id=${id}&tab=workbench`)
  for (const side of ['OURS', 'THEIRS'] as const) await list(page, side).getByRole('option').first().waitFor(LONG)
  console.log(`the workbench with its first lines: ${(performance.now() - begun).toFixed(0)} ms`)
  const worked = await ownTime(page)
  const taken: Matched[] = []
  for (const pair of pairs) {
    await quiet(page)
    await choose(page, 'OURS', pair.OURS)
    await choose(page, 'THEIRS', pair.THEIRS)
    await quiet(page)
    taken.push(await matched(page, worked, pair))
  }
  const [, ...counted] = taken
  const of = (what: keyof Matched) => median(counted.map((one) => one[what]))
  const each = counted.map(({ gone }) => gone.toFixed(0)).join(', ')
  console.log(`matches by hand: ${each} ms; the page’s own work ${of('own').toFixed(0)} ms; answered after ${of('answered').toFixed(0)} ms`)
  return of('gone')
}

/** Milliseconds of the decision by which a session is settled. */
async function settle(base: string, db: Database, id: string): Promise<number> {
  const [maker, checker] = [await personAt(base, MAKER), await personAt(base, CHECKER)]
  const { sessions } = qrReconciliation
  const now = () => db.selectFrom('reconciliation.session').select(['version', 'status']).where('id', '=', id).executeTakeFirstOrThrow()
  await resolveAll(db, id)
  const confirmed = await maker(sessions.confirm, { id, version: (await now()).version })
  const preview = await maker(sessions.settlementPreview, { id })
  if (preview.data.blockers.length > 0) throw new Error(preview.data.blockers.join(' '))
  const asked = await maker(sessions.settle, { id, version: (await now()).version, reason: 'Số liệu hai bên đã thống nhất' })
  const decided = await checker(decideRequest, { id: asked.data.requestId, version: 0, decision: 'APPROVE' })
  const { status } = await now()
  if (status !== 'SETTLED') throw new Error(`the session is ${status}`)
  const ms = (one: { ms: number }) => `${one.ms.toFixed(0)} ms`
  console.log(
    `confirming ${ms(confirmed)}, preview of the settlement ${ms(preview)} (${preview.data.lines.length} entries), asking ${ms(asked)}, deciding ${ms(decided)}`,
  )
  return decided.ms
}

export const run = (): Promise<BenchResult[]> =>
  withPortal(async ({ page, base, dataDir }) => {
    const database = await reachEmbedded({ dataDir, log: { info: () => undefined, warn: console.warn } })
    const { db, close } = connect(database.connectionString)
    const owner = connect(database.connectionString, { as: 'owner', max: 1 })
    try {
      const begun = performance.now()
      const id = await makeSession(db, owner.db, LINES)
      console.log(`lines made and matched in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
      const byHand = await matchByHand(page, base, db, id)
      // Nobody looks on while it is settled: each change would read both panes anew.
      await quiet(page)
      await page.goto('about:blank')
      const settled = await settle(base, db, id)
      const lines = LINES.toLocaleString('en')
      return [
        { name: `settling a session of ${lines} × ${lines} lines`, figure: settled / 1000, target: 1, better: 'lower', unit: 's' },
        { name: `match by hand among ${lines} lines a side, from the key to the repaint`, figure: byHand, target: 100, better: 'lower', unit: 'ms' },
      ]
    } finally {
      await close()
      await owner.close()
      await database.stop()
    }
  })
