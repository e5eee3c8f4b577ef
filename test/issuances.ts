import { randomUUID } from 'node:crypto'
import { decideRequest, requestsOf } from '#core/approvals/contract/request.ts'
import { openAccounts } from '#core/ledger/server/public.ts'
import type { RawInputOf, RowOf } from '#kernel/contract.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { assignIssuanceLine, listIssuanceLines, recordAttempt } from '#subsystems/cob/contract/issuances/lines.ts'
import { createIssuance, findIssuance, importIssuanceLines, submitIssuance } from '#subsystems/cob/contract/issuances/lots.ts'
import { openCouriers } from '#subsystems/cob/server/couriers/open.ts'
import { type TestClock, testApp, testClock } from './app.ts'
import { runJobs } from './jobs.ts'
import { sendUpload, workbook } from './workbooks.ts'

const CLIENT = 'PP_COB' as const
const TITLES = ['reference', 'payerName', 'payerPhone', 'address', 'office', 'amount', 'dueOn', 'note'] as const
export type Line = NonNullable<RawInputOf<typeof createIssuance>['lines']>[number]

/** A key account, two offices with a postman each, and short words for each step of a lot. */
export async function issuanceWorld({ clock = testClock() }: { clock?: TestClock } = {}) {
  const test = await testApp({ clock })
  const { db, pool, database } = test.runtime
  const offices = (
    await pool.query<{ id: string; code: string; account: string }>(
      `select n.id, n.code, min(u.account) as account from iam.user_account u join organisation.staff s on s.id = u.staff_id join organisation.unit n on n.id = s.unit_id
       where n.level = 'POST_OFFICE' group by n.id, n.code order by n.id limit 2`,
    )
  ).rows
  const [office, otherOffice] = offices as [(typeof offices)[number], (typeof offices)[number]]
  const head = (await pool.query<{ id: string }>("select id from organisation.unit where level = 'HEAD_OFFICE'")).rows[0]?.id ?? ''
  const stamp = { by: 'test', at: clock.now() }
  const [courier, otherCourier] = (await db.transaction().execute((tx) =>
    openCouriers(
      tx,
      [
        { code: 'BT-NT1', name: 'Trần Văn Thu', unitId: office.id },
        { code: 'BT-NT2', name: 'Lê Thị Phát', unitId: otherOffice.id },
      ],
      stamp,
    ),
  )) as [string, string]
  const customer = async (code: string, status = 'ACTIVE'): Promise<string> => {
    const account = { code: `33883.COD.${code}`, name: code, class: 'LIABILITY' as const, chart: 'SENDER_PAYABLE' as const, keptBy: 'cob' }
    const [accountId] = await db.transaction().execute((tx) => openAccounts(tx, [account]))
    const { rows } = await database.owner.query<{ id: string }>(
      `insert into cob.key_account (code, name, account_id, status, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
       values ($1, $2, $3, $4, $5, $5, 'test', now(), 'test', now()) returning id`,
      [code, `Khách hàng ${code}`, accountId, status, head],
    )
    return rows[0]?.id ?? ''
  }
  const maker = { as: 'ketoan', clientId: CLIENT } as const
  const key = () => ({ headers: { 'idempotency-key': randomUUID() } })
  const today = () => localDate(clock.now())
  let n = 0
  const line = (change: Partial<Line> = {}): Line => {
    n += 1
    return {
      ...{ reference: `HD-${n}`, payerName: `Người nộp ${n}`, payerPhone: '0912345678', address: `Số ${n} phố Huế, Hà Nội` },
      ...{ office: office.code, amount: '150000', dueOn: addDays(today(), 10), note: 'Tiền điện tháng 10' },
      ...change,
    }
  }
  const create = (keyAccountId: string, lines?: Line[], as = 'ketoan') =>
    test.call(createIssuance, { keyAccountId, unitId: head, name: 'Cước điện tháng 10', ...(lines ? { lines } : {}) }, { ...maker, as })
  const made = async (keyAccountId: string, lines?: Line[]): Promise<string> => {
    const reply = await create(keyAccountId, lines)
    if (!reply.data) throw new Error(`${reply.code} ${reply.message} ${JSON.stringify(reply.errors)}`)
    return reply.data.id
  }
  const detail = async (id: string) => {
    const { data, message } = await test.call(findIssuance, { id }, { as: 'admin', clientId: CLIENT })
    if (!data) throw new Error(message)
    return data
  }
  const submit = async (id: string) => test.call(submitIssuance, { id, version: (await detail(id)).version, reason: 'Theo hợp đồng' }, maker)
  const decide = async (id: string, as = 'kiemsoat', decision: 'APPROVE' | 'REJECT' = 'APPROVE') => {
    const { data } = await test.call(requestsOf, { subjectType: 'cob.issuance', subjectId: id }, { as: 'admin', clientId: CLIENT })
    const [request] = data ?? []
    const input = { id: request?.id ?? '0', version: request?.version ?? 0, decision, reason: 'Đã xem' }
    return test.call(decideRequest, input, { as, clientId: 'O2O_CRM', ...key() })
  }
  /** A lot that is on its way. */
  const issued = async (keyAccountId: string, lines: Line[]): Promise<string> => {
    const id = await made(keyAccountId, lines)
    for (const reply of [await submit(id), await decide(id)]) if (reply.status !== 200) throw new Error(`${reply.code} ${reply.message}`)
    return id
  }
  const linesOf = async (issuanceId: string, as = 'ketoan'): Promise<RowOf<typeof listIssuanceLines>[]> => {
    const { data, message } = await test.list(
      listIssuanceLines,
      { filter: { issuanceId }, sort: { field: 'code', direction: 'asc' } },
      { as, clientId: CLIENT },
    )
    if (!data) throw new Error(message)
    return data.result
  }
  const lineAt = async (issuanceId: string, at = 0, as = 'ketoan') => (await linesOf(issuanceId, as))[at] as RowOf<typeof listIssuanceLines>
  const assign = async (issuanceId: string, at = 0, courierId = courier) => {
    const { id, version } = await lineAt(issuanceId, at)
    return test.call(assignIssuanceLine, { id, version, courierId }, maker)
  }
  const visit = async (
    issuanceId: string,
    result: RawInputOf<typeof recordAttempt>['result'],
    change: Partial<RawInputOf<typeof recordAttempt>> = {},
    at = 0,
    as = 'ketoan',
  ) => {
    const { id, version } = await lineAt(issuanceId, at, as)
    const now = new Date(clock.now().getTime() + 7 * 3_600_000).toISOString()
    return test.call(recordAttempt, { id, version, result, on: now.slice(0, 10), time: now.slice(11, 16), ...change }, { as, clientId: CLIENT, ...key() })
  }
  const upload = async (issuanceId: string, rows: readonly (readonly (string | number | null)[])[]) => {
    const headers = { ...(await test.headersOf('ketoan', CLIENT)), 'accept-language': 'vi' }
    return sendUpload(
      test.app,
      importIssuanceLines.upload.path,
      { name: 'nhờ thu.xlsx', content: workbook([[...TITLES], ...rows.map((row) => [...row])]) },
      headers,
      {
        issuanceId,
      },
    )
  }
  const state = async (id: string) => (await test.call(importIssuanceLines.state, { id }, maker)).data
  const start = async (id: string) => {
    await test.call(importIssuanceLines.start, { id, version: (await state(id))?.version ?? 0, mode: 'ALL' }, maker)
    await runJobs(test)
    return state(id)
  }
  const reasons = async (id: string) => {
    const { data } = await test.call(importIssuanceLines.rows, { id, bad: true, page: 1 }, maker)
    return Object.fromEntries((data?.result ?? []).map(({ number, problems }) => [number, problems.map(({ field, message }) => `${field}: ${message}`)]))
  }
  const asRow = (given: Line) => TITLES.map((title) => (given as Record<string, string | null>)[title] ?? null)
  return {
    ...test,
    ...{
      clock,
      office,
      otherOffice,
      head,
      courier,
      otherCourier,
      maker,
      key,
      today,
      line,
      customer,
      create,
      made,
      detail,
      submit,
      decide,
      issued,
      linesOf,
      lineAt,
    },
    ...{ assign, visit, upload, state, start, reasons, asRow },
  }
}
export type IssuanceWorld = Awaited<ReturnType<typeof issuanceWorld>>
