/** Sessions of reconciliation as a journey wants to find them: made by the calls that the screens make. */
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { login } from '#core/iam/contract/sign-in/auth.ts'
import { demoOtp } from '#core/iam/contract/sign-in/demo.ts'
import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import type { SubsystemCode } from '#kernel/applications.ts'
import type { Contract, OutputOf, RawInputOf } from '#kernel/contract.ts'
import { addDays, isoLocal, localDate, startOfDay } from '#kernel/dates.ts'
import type { Envelope } from '#kernel/envelope.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Entry } from '../../src/app/simulator/statements/sealing.ts'
import { type StatementFile, writeStatement } from '../../src/app/simulator/statements/writing.ts'
import { expect, freeCodes, inFront, PASSWORD, rows } from './portal.ts'
import { demoDatabase, inDatabase } from './server.ts'
import { pattern, words } from './words.ts'

export const MAKER = 'ketoan'
export const CHECKER = 'kiemsoat'

/** Today in the calendar of the operator. */
export const today = (): string => localDate(new Date())

/** A configuration of the demo, and the account that its statements are of. */
export interface Setup {
  id: string
  name: string
  plug: string
  partnerId: string
  account: string
}

export async function setupOf(code: string): Promise<Setup> {
  const { rows } = await sql<Setup>`
    select s.id::text as id, s.name, s.plug, s.partner_id::text as "partnerId", r.document ->> 'account' as account
    from reconciliation.setup s join reconciliation.revision r on r.id = s.revision_id where s.code = ${code}`.execute(demoDatabase())
  return rows[0] as Setup
}

/** A day before all that were ever reconciled: whoever settles one leaves the next test another. */
export async function dayBefore({ plug, partnerId }: Setup): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select min(from_day)::text as day from reconciliation.session where plug = ${plug} and partner_id = ${partnerId} and status <> 'CANCELLED'`.execute(
    demoDatabase(),
  )
  return addDays(rows[0]?.day ?? today(), -1)
}

/** Gives back a day that an earlier try has begun with. */
export async function freeDay({ plug, partnerId }: Setup, day: string): Promise<void> {
  await inDatabase(
    "update reconciliation.session set status = 'CANCELLED', version = version + 1 where plug = $1 and partner_id = $2 and status <> 'CANCELLED' and from_day <= $3 and to_day >= $3",
    [plug, partnerId, day],
  )
}

/** What a partner has paid us and we have paid it on a day, as its statement has it; with those payments whose end it alone knows. */
export async function bookedOn({ plug, partnerId }: Setup, day: string, more: readonly string[] = []): Promise<Entry[]> {
  const { rows } = await sql<{ reference: string; documentNo: string; at: Date; amount: string; account: string; name: string; text: string }>`
    select external_ref as reference, coalesce(bank_reference, '') as "documentNo", occurred_at as at,
      case direction when 'IN' then 1 else -1 end * amount_hundredths as amount, case direction when 'IN' then payer_account else payee_account end as account,
      case direction when 'IN' then payer_name else payee_name end as name, memo as text
    from payment.transaction where partner_id = ${partnerId} and service = ${plug} and (status in ('SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUND_PENDING', 'REFUNDED') or external_ref = any(${more as string[]}))
      and occurred_at >= ${startOfDay(day)} and occurred_at < ${startOfDay(addDays(day, 1))} order by occurred_at`.execute(demoDatabase())
  return rows.map(({ at, amount, ...row }) => ({ ...row, day, time: isoLocal(at).slice(11, 19), amount: BigInt(amount) }))
}

/** A statement of one day or more, that begins with what the one before it has ended with. */
export async function statementOf(
  kind: Parameters<typeof writeStatement>[0],
  setup: Setup,
  day: string,
  entries: readonly Entry[],
  to = day,
): Promise<StatementFile> {
  const { rows } = await sql<{ closing: string }>`
    select t.closing::text as closing from reconciliation.statement t join reconciliation.session s on s.id = t.session_id
    where s.setup_id = ${setup.id} and s.status <> 'CANCELLED' and t.status = 'STAGED' and t.closing is not null and s.to_day < ${day}
    order by s.to_day desc, t.id desc limit 1`.execute(demoDatabase())
  return writeStatement(kind, { account: setup.account, from: day, to, opening: parseMoney(rows[0]?.closing ?? '5000000000.00') }, entries)
}

/** A maker at a desk, by the calls of its screens. Throws the refusal in words. */
export async function clerkAt(origin: string, desk: ReconciliationContracts, clientId: SubsystemCode) {
  const headers = await headersOf(origin, MAKER, clientId)
  async function send<T>(path: string, body: BodyInit, more: Record<string, string> = {}): Promise<T> {
    const reply = await fetch(new URL(`/api${path}`, origin), { method: 'POST', headers: { ...headers, ...more }, body })
    const { data, code, message, errors } = (await reply.json()) as Envelope<T>
    if (data === null || data === undefined) throw new Error(`${path}: ${code} ${message} ${JSON.stringify(errors ?? [])}`)
    return data
  }
  const ask = <C extends Contract>({ path }: C, input: RawInputOf<C>) =>
    send<OutputOf<C>>(path, JSON.stringify(input), { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() })
  const { sessions } = desk
  const now = (id: string) =>
    demoDatabase().selectFrom('reconciliation.session').select(['id', 'code', 'version', 'status', 'task']).where('id', '=', id).executeTakeFirstOrThrow()
  const still = (id: string) => expect.poll(async () => (await now(id)).task).toBeNull()
  return {
    ask,
    now,
    /** A session of one day or more with its statement, matched. */
    async reviewed(setup: Setup, day: string, { name, content }: StatementFile, to = day): Promise<string> {
      const { id } = await ask(sessions.create, { setupId: setup.id, fromDay: day, toDay: to })
      const { id: statementId } = await ask(sessions.beginStatement, { sessionId: id, fileName: name, bytes: content.length })
      const piece = new FormData()
      piece.append('statementId', statementId)
      piece.append('number', '0')
      piece.append('file', new Blob([new Uint8Array(content)]), name)
      await send(sessions.sendPiece.path, piece)
      await ask(sessions.finishStatement, { statementId })
      await still(id)
      await ask(sessions.match, { id, version: (await now(id)).version })
      await still(id)
      await expect.poll(async () => (await now(id)).status).toMatch(/^(MATCHED|REVIEWING)$/)
      return id
    },
  }
}

async function headersOf(origin: string, account: string, clientId: SubsystemCode): Promise<Record<string, string>> {
  await freeCodes(account)
  const { data } = (await (await fetch(new URL(`/api${demoOtp.path}?account=${account}`, origin))).json()) as { data: { otp: string } }
  const reply = await fetch(new URL(`/api${login.path}`, origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password: PASSWORD, otp: data.otp, clientId }),
  })
  const { data: signedIn } = (await reply.json()) as { data: OutputOf<typeof login> }
  const cookie = reply.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return { authorization: `Bearer ${signedIn.tokenData.access_token}`, cookie, 'accept-language': 'vi' }
}

/** The dialog on top. */
export const dialog = (page: Page) => page.getByRole('dialog').last()

/** Presses a button of the page in front by keyboard. */
export const press = (page: Page, name: string) => inFront(page).getByRole('button', { name, exact: true }).first().press('Enter')

/** Confirms what is asked, once the dialog has the focus; it goes away. */
export async function confirm(page: Page): Promise<void> {
  await expect(dialog(page).locator(':focus').first()).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** State of the session whose page is in front. */
export const sessionIs = (page: Page, status: keyof typeof words.sessions.enums.sessionStatus) =>
  expect(inFront(page).locator('.bt-detail-head')).toContainText(words.sessions.enums.sessionStatus[status])

export const breakRow = (page: Page, reference: string) => rows(page).filter({ hasText: reference })

/** The second person agrees to what was proposed for a break of the list in front. */
export async function approveBreak(page: Page, reference: string): Promise<void> {
  const { breakStatus } = words.breaks.enums
  const agree = { name: words.approvals.actions.approve, exact: true }
  await breakRow(page, reference).getByRole('button').filter({ hasText: breakStatus.PROPOSED }).press('Enter')
  await dialog(page).getByRole('button', agree).press('Enter')
  await page
    .getByRole('dialog', { name: pattern(words.approvals.texts.approveTitle) })
    .getByRole('button', agree)
    .press('Enter')
  await expect(breakRow(page, reference)).toContainText(breakStatus.RESOLVED)
}

/** Answers the question what is to become of the breaks that were chosen, and leaves it. */
export async function answer(page: Page, how: keyof typeof words.breaks.enums.resolution, why: string, outcome?: keyof typeof words.breaks.enums.outcome) {
  const { texts } = words.reconciliation
  const choose = async (label: string, option: string) => {
    await dialog(page).getByLabel(label, { exact: true }).press('Enter')
    await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click()
  }
  await choose(texts.resolveHow, words.breaks.enums.resolution[how])
  if (outcome) await choose(texts.resolveOutcome, words.breaks.enums.outcome[outcome])
  await dialog(page).getByLabel(texts.resolveWhy, { exact: true }).fill(why)
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page).getByText(pattern(words.bulk.result, { failed: 0 }))).toBeVisible()
  await page.keyboard.press('Escape')
}
