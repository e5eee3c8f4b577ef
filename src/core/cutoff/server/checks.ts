import { pendingWithin } from '#core/approvals/server/public.ts'
import { trialBalance } from '#core/ledger/server/public.ts'
import { endOfDay, showDate } from '#kernel/dates.ts'
import { formatMoney } from '#kernel/money.ts'
import { reopeningKind } from '../contract/approval-kind.ts'
import { type CutOffCheck, defineCutOffCheck } from './check.ts'

/** Nothing of the unit waits for a decision that was asked for until the end of the period. */
export const pendingApprovals: CutOffCheck = defineCutOffCheck({
  name: 'PENDING_APPROVALS',
  title: { vi: 'Không còn yêu cầu chờ duyệt', en: 'No requests awaiting approval' },
  async check(db, { unitId, to }) {
    const requests = await pendingWithin(db, { unitId, until: endOfDay(to), except: reopeningKind.name })
    return requests.map(({ maker, count, askedAt, link }) => ({
      ...{ owner: maker, count, since: askedAt, link },
      label: { vi: 'Yêu cầu chờ duyệt', en: 'Requests awaiting approval' },
    }))
  },
})

/** Periods close one after the other. */
export const earlierPeriods = (periods: string): CutOffCheck =>
  defineCutOffCheck({
    name: 'EARLIER_PERIOD',
    title: { vi: 'Kỳ liền trước đã chốt', en: 'The period before is closed' },
    async check(db, { periodId, from }) {
      const rows = await db
        .selectFrom('cutoff.period as p')
        .innerJoin('cutoff.period as e', (join) =>
          join
            .onRef('e.service', '=', 'p.service')
            .onRef('e.unit_id', '=', 'p.unit_id')
            .onRef('e.granularity', '=', 'p.granularity')
            .on('e.starts_on', '<', from),
        )
        .innerJoin('organisation.unit as u', 'u.id', 'e.unit_id')
        .select(['e.code', 'e.service', 'e.granularity', 'u.id', 'u.name', 'e.starts_on', 'e.ends_on', 'e.updated_at'])
        .where('p.id', '=', periodId)
        .where('e.status', '<>', 'CLOSED')
        .orderBy('e.starts_on')
        .limit(20)
        .execute()
      return rows.map(({ code, service, granularity, id, name, starts_on, ends_on, updated_at }) => ({
        ...{ owner: name, count: 1, since: updated_at },
        link: `${periods}?${new URLSearchParams({ service, granularity, unitId: id, from: starts_on, to: starts_on })}`,
        label: { vi: `Kỳ ${code} đến ${showDate(ends_on as string)} chưa chốt`, en: `Period ${code} until ${showDate(ends_on as string)} is not closed` },
      }))
    },
  })

/** The books are sound: nothing closes over a difference. */
export const soundBooks = (controls: string): CutOffCheck =>
  defineCutOffCheck({
    name: 'SOUND_BOOKS',
    title: { vi: 'Sổ cái cân', en: 'The ledger balances' },
    async check(db) {
      const wrong = (await trialBalance(db)).filter(({ difference }) => difference !== 0n)
      return wrong.map(({ currency, difference }) => ({
        ...{ owner: 'Ledger', count: 1, since: null, link: `${controls}?${new URLSearchParams({ rule: 'TRIAL_BALANCE' })}` },
        label: { vi: `Nợ và Có lệch ${formatMoney(difference)} ${currency}`, en: `Debits and credits differ by ${currency} ${formatMoney(difference)}` },
      }))
    },
  })
