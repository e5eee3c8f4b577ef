import { sql } from 'kysely'
import { showDate } from '#kernel/dates.ts'
import { likeText } from '#platform/server/list/like.ts'
import type { SearchProvider } from '#platform/server/module.ts'
import { type ReconciliationContracts, sessionAddress } from '../../contract/contracts.ts'
import { atDesk } from '../desk.ts'

/** Sessions of a desk by the beginning of their code. */
export const sessionSearch = (contracts: ReconciliationContracts): SearchProvider => ({
  permission: contracts.permissions.see,
  async find(text, { scope }, limit) {
    if (!/^ds\d{2,}$/i.test(text)) return []
    const rows = await scope
      .selectFrom('reconciliation.session as s')
      .leftJoin('organisation.partner as p', 'p.id', 's.partner_id')
      .select(['s.id', 's.code', 's.from_day', 's.to_day', sql<string>`coalesce(p.name, '')`.as('partner')])
      .where('s.code', 'like', `${likeText(text.toUpperCase())}%`)
      .where(atDesk('s', contracts))
      .orderBy('s.code')
      .limit(limit)
      .execute()
    return rows.map(({ id, code, partner, from_day, to_day }) => ({
      code,
      title: [partner, from_day === to_day ? showDate(from_day) : `${showDate(from_day)} – ${showDate(to_day)}`].filter(Boolean).join(' · '),
      path: sessionAddress(contracts, id),
    }))
  },
})
