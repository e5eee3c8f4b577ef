import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { decideRequest, requestsOf } from '#core/approvals/contract/request.ts'
import { openHoldings } from '#core/cash/server/public.ts'
import { post } from '#core/ledger/server/public.ts'
import { receiveFunds } from '#core/payouts/contract/funds.ts'
import { importLines } from '#core/payouts/contract/import.ts'
import { listLines } from '#core/payouts/contract/lines.ts'
import {
  acknowledgeWarning,
  checkPayout,
  closePayout,
  createPayout,
  findPayout,
  followUpPayout,
  settlePayout,
  submitPayout,
} from '#core/payouts/contract/lists.ts'
import { createProgramme } from '#core/payouts/contract/programmes.ts'
import type { WarningKind } from '#core/payouts/contract/words.ts'
import { claimLine, confirmLine } from '#core/payouts/server/public.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { type TestClock, testApp, testClock } from './app.ts'
import { runJobs } from './jobs.ts'
import { sendUpload, workbook } from './workbooks.ts'

const CLIENT = 'PP_CFM' as const
const TITLES = [
  ...['beneficiaryCode', 'name', 'birthDate', 'identityNumber', 'phone', 'address', 'areaCode', 'pointCode', 'amount', 'method', 'bankBin', 'accountNumber'],
  ...['accountName', 'receiverName', 'receiverIdentity', 'receiverPaper'],
] as const
export type Person = Record<string, string | number | undefined>
interface Programme {
  id: string
  partnerId: string
}

/** A payer with programmes and money, an office that pays, and short words for each step of a list. */
export async function payoutWorld({ clock = testClock() }: { clock?: TestClock } = {}) {
  const test = await testApp({ clock })
  const { db, pool } = test.runtime
  const offices = (
    await pool.query<{ id: string; code: string; name: string; account: string; staffId: string }>(
      `select n.id, n.code, n.name, u.account, s.id as "staffId" from iam.user_account u join organisation.staff s on s.id = u.staff_id join organisation.unit n on n.id = s.unit_id
       where n.level = 'POST_OFFICE' order by s.id limit 3`,
    )
  ).rows
  const [point, otherPoint] = offices as [(typeof offices)[number], (typeof offices)[number]]
  const head = (await pool.query<{ id: string }>("select id from organisation.unit where level = 'HEAD_OFFICE'")).rows[0]?.id ?? ''
  const closedPoint =
    (await pool.query<{ code: string }>("select code from organisation.unit where level = 'PAYOUT_POINT' order by id limit 1")).rows[0]?.code ?? ''
  const partnerId = (await pool.query<{ id: string }>("select id from organisation.partner where kind = 'OWN' order by id limit 1")).rows[0]?.id ?? ''
  const bankId = (await pool.query<{ id: string }>("select id from organisation.partner where kind = 'BANK' order by id limit 1")).rows[0]?.id ?? ''
  const [till] = await db.transaction().execute((tx) =>
    openHoldings(
      tx,
      [point, otherPoint].map(({ id, code }) => ({ code: `T-${code}`, name: `Quầy ${code}`, kind: 'VAULT' as const, unitId: id })),
    ),
  )
  const maker = { as: 'ketoan', clientId: CLIENT } as const
  const key = () => ({ headers: { 'idempotency-key': randomUUID() } })
  let n = 0
  const today = localDate(clock.now())

  const programme = async (unpaid: 'CARRY' | 'RETURN' = 'RETURN'): Promise<Programme> => {
    const input = { code: `CT-${++n}`, name: `Chương trình ${n}`, partnerId, kind: 'ALLOWANCE' as const, unpaid, tolerance: 50 }
    const reply = await test.call(createProgramme, input, maker)
    if (!reply.data) throw new Error(`${reply.message} ${JSON.stringify(reply.errors)}`)
    return { id: reply.data.id, partnerId }
  }
  const person = (amount: number, more: Person = {}): Person => {
    n += 1
    return {
      beneficiaryCode: `NH${String(n).padStart(6, '0')}`,
      name: `Người hưởng ${n}`,
      birthDate: '01/02/1950',
      identityNumber: `001150${String(n).padStart(6, '0')}`,
      address: 'Số 1 phố Huế',
      pointCode: point.code,
      amount,
      ...more,
    }
  }
  const draft = async (of: Programme, { count, total, month = '11/2026' }: { count: number; total: string; month?: string }) => {
    const days = { payFrom: addDays(today, -5), payUntil: addDays(today, 20) }
    const reply = await test.call(createPayout, { programmeId: of.id, month, unitId: head, ...days, controlCount: count, controlTotal: total }, maker)
    if (!reply.data) throw new Error(`${reply.message} ${JSON.stringify(reply.errors)}`)
    return reply.data
  }
  const file = (rows: readonly Person[]) => workbook([[...TITLES], ...rows.map((row) => TITLES.map((title) => row[title] ?? null))])
  const upload = async (listId: string, rows: readonly Person[]) => {
    const headers = { ...(await test.headersOf('ketoan', CLIENT)), 'accept-language': 'vi' }
    return sendUpload(test.app, importLines.upload.path, { name: 'danh sách.xlsx', content: file(rows) }, headers, { listId })
  }
  const state = async (id: string) => (await test.call(importLines.state, { id }, maker)).data
  /** What has become of an import whose rows are to be kept. */
  const started = async (id: string) => {
    await runJobs(test)
    await test.call(importLines.start, { id, version: (await state(id))?.version ?? 0, mode: 'ALL' }, maker)
    await runJobs(test)
    return state(id)
  }
  const imported = async (listId: string, rows: readonly Person[]) => {
    const sent = await upload(listId, rows)
    if (!sent.data) throw new Error(`${sent.code} ${sent.message}`)
    await runJobs(test)
    const ready = await state(sent.data.id)
    if (ready?.bad !== 0) {
      const { data } = await test.call(importLines.rows, { id: sent.data.id, bad: true, page: 1 }, maker)
      throw new Error(JSON.stringify([ready, data?.result.map(({ problems }) => problems)]))
    }
    const done = await started(sent.data.id)
    if (done?.status !== 'DONE') throw new Error(JSON.stringify(done))
    return done
  }
  const reasons = async (listId: string, rows: readonly Person[]) => {
    const sent = await upload(listId, rows)
    if (!sent.data) throw new Error(`${sent.code} ${sent.message}`)
    await runJobs(test)
    const { data } = await test.call(importLines.rows, { id: sent.data.id, bad: true, page: 1 }, maker)
    return Object.fromEntries(
      (data?.result ?? []).map(({ number, problems }) => [number, problems.map(({ field, message }) => `${field}: ${message}`).join('; ')]),
    )
  }
  const detail = async (id: string) => {
    const { data, message } = await test.call(findPayout, { id }, { as: 'admin', clientId: CLIENT })
    if (!data) throw new Error(message)
    return data
  }
  const step = async (contract: typeof checkPayout, id: string) => test.call(contract, { id, version: (await detail(id)).version }, maker)
  const decideOn = async (subjectType: string, subjectId: string, as = 'kiemsoat', decision: 'APPROVE' | 'REJECT' = 'APPROVE') => {
    const { data } = await test.call(requestsOf, { subjectType, subjectId }, { as: 'admin', clientId: CLIENT })
    const [request] = data ?? []
    const input = { id: request?.id ?? '0', version: request?.version ?? 0, decision, reason: 'Đã xem' }
    return test.call(decideRequest, input, { as, clientId: 'O2O_CRM', ...key() })
  }
  const submit = async (id: string) => {
    const reply = await test.call(submitPayout, { id, version: (await detail(id)).version, reason: 'Trình duyệt' }, maker)
    if (reply.status !== 200) throw new Error(`${reply.code} ${reply.message}`)
    return id
  }
  const decide = (id: string) => decideOn('payout.list', id)
  const reference = () => `FT${randomUUID().slice(0, 12)}`
  const record = (to: string, amount: string, bankReference = reference()) =>
    test.call(receiveFunds, { partnerId: to, bankId, bankReference, amount, receivedOn: today }, { ...maker, ...key() })
  const receive = async (to: string, amount: string) => {
    const reply = await record(to, amount)
    if (!reply.data) throw new Error(`${reply.code} ${reply.message}`)
    const decided = await decideOn('payout.receipt', reply.data.id)
    if (decided.status !== 200) throw new Error(`${decided.code} ${decided.message}`)
  }
  const acknowledge = async (id: string, kind: z.output<typeof WarningKind>) =>
    test.call(acknowledgeWarning, { id, version: (await detail(id)).version, kind, note: 'Đã đối chiếu' }, maker)
  const lines = async (listId: string) =>
    (await test.list(listLines, { filter: { listId }, pageSize: 100 }, { as: 'admin', clientId: CLIENT })).data?.result ?? []

  /** A list of these people, approved with just the money that it needs (and `extra`). */
  const approved = async (
    of: Programme,
    people: readonly Person[],
    month = '11/2026',
    { count, total, extra = '0' }: { count?: number; total?: string; extra?: string } = {},
  ) => {
    const sum = people.reduce((all, { amount }) => all + Number(amount), 0)
    const { id } = await draft(of, { count: count ?? people.length, total: total ?? String(sum), month })
    await imported(id, people)
    for (const { kind } of (await detail(id)).warnings) await acknowledge(id, kind)
    const checked = await step(checkPayout, id)
    if (checked.status !== 200) throw new Error(`${checked.code} ${checked.message}`)
    await submit(id)
    await receive(of.partnerId, String(Number((await detail(id)).total) + Number(extra)))
    const decided = await decide(id)
    if (decided.status !== 200) throw new Error(`${decided.code} ${decided.message}`)
    return id
  }

  const claim = (lineId: string, unitId = point.id) => ({
    ...{ lineId, unitId, tillId: till?.id ?? '', tellerStaffId: point.staffId, slipId: null, at: clock.now(), by: point.account },
  })
  /** Pays lines of a list by their place in it, as a counter does. */
  const pay = async (listId: string, places: readonly number[]) => {
    const all = await lines(listId)
    const chosen = places.map((place) => claim(all[place]?.id ?? '0'))
    await db.transaction().execute(async (tx) => {
      const claimed = await claimLine(tx, chosen)
      for (const refusal of claimed.values()) if (refusal) throw refusal
      await fund(tx, chosen.length)
      const paid = await confirmLine(
        tx,
        chosen.map((one) => ({ ...one, businessDate: today, tillAccountId: till?.accountId ?? '' })),
      )
      for (const { lineId, listCode, entries, refusal } of paid) {
        if (refusal) throw refusal
        await post(tx, {
          ...{
            businessKey: `payout-paid:${lineId}`,
            kind: 'PAYOUT_PAID',
            service: 'CASH',
            businessDate: today,
            occurredAt: clock.now(),
            description: listCode,
          },
          ...{ sourceType: 'payout.line', sourceId: lineId, officeUnitId: point.id, entries },
        })
      }
    })
  }
  /** Cash for the till, from the bank. */
  const fund = async (tx: Parameters<typeof post>[0], times: number) => {
    const bank = (await tx.selectFrom('cash.bank_account').select('account_id').executeTakeFirstOrThrow()).account_id
    await post(tx, {
      ...{
        businessKey: `fund:${randomUUID()}`,
        kind: 'TREASURY_RECEIVED',
        service: 'CASH',
        businessDate: today,
        occurredAt: clock.now(),
        description: 'Tiếp quỹ',
      },
      ...{ sourceType: 'test', sourceId: '1', officeUnitId: point.id },
      entries: [
        { accountId: till?.accountId ?? '', side: 'D', amount: 1_000_000_000n * BigInt(times) },
        { accountId: bank, side: 'C', amount: 1_000_000_000n * BigInt(times) },
      ],
    })
  }
  return {
    ...test,
    ...{
      clock,
      point,
      otherPoint,
      closedPoint,
      teller: point.account,
      till,
      head,
      programme,
      person,
      draft,
      upload,
      imported,
      started,
      reasons,
      detail,
      step,
      decideOn,
      submit,
      decide,
    },
    partnerId,
    /** A list that draws just this much of the prefunding. */
    spend: async (of: Programme, amount: bigint) => {
      const { id } = await draft(of, { count: 1, total: String(amount / 100n), month: '07/2026' })
      await imported(id, [person(Number(amount / 100n))])
      for (const { kind } of (await detail(id)).warnings) await acknowledge(id, kind)
      await step(checkPayout, id)
      await submit(id)
      const decided = await decide(id)
      if (decided.status !== 200) throw new Error(`${decided.code} ${decided.message}`)
    },
    ...{ reference, record, receive, acknowledge, lines, approved, claim, pay },
    newcomer: (amount: number) => {
      const { beneficiaryCode, name, identityNumber } = person(amount)
      return { beneficiaryCode: String(beneficiaryCode), name: String(name), identityNumber: String(identityNumber), amount: String(amount) }
    },
    close_: async (id: string, as = 'ketoan') =>
      test.call(closePayout, { id, version: (await detail(id)).version, reason: 'Hết hạn chi' }, { as, clientId: CLIENT, ...key() }),
    settle: async (id: string, as: string) => test.call(settlePayout, { id, version: (await detail(id)).version, reference: 'CV-1' }, { as, clientId: CLIENT }),
    followUp: async (id: string) => test.call(followUpPayout, { id, version: (await detail(id)).version, payFrom: today, payUntil: addDays(today, 10) }, maker),
  }
}
export type PayoutWorld = Awaited<ReturnType<typeof payoutWorld>>
