import { parameter } from '#core/masterdata/server/public.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { Recent } from '#platform/server/database/recent.ts'
import { backdateDays, vatRate } from '../contract/parameters.ts'
import type { Accounts } from './service.ts'

/** What rarely changes and every posting asks for. */
export interface Settings {
  vatBps: number
  backdateDays: number
  /** The accounts that each service shares, by part. */
  services: ReadonlyMap<string, Accounts>
  /** Bank clearing account by partner id: the partners that may report payments. */
  clearing: ReadonlyMap<string, string>
}

/** What this module's own tables hold. */
type Own = Pick<Settings, 'services' | 'clearing'>
const known = new Recent<Own>()

/** The settings, at most one second old; inside a transaction read afresh. */
export async function settingsOf({ db }: { db: Queryable }): Promise<Settings> {
  const [own, vatBps, days] = await Promise.all([known.read(db, () => load(db)), parameter(db, vatRate), parameter(db, backdateDays)])
  return { ...own, vatBps, backdateDays: days }
}

async function load(db: Queryable): Promise<Own> {
  const [services, partners] = await Promise.all([
    db.selectFrom('payment.service_account').select(['service', 'role', 'account_id as accountId']).execute(),
    db.selectFrom('payment.partner_account').select(['partner_id as partnerId', 'clearing_account_id as clearing']).execute(),
  ])
  const byService = Map.groupBy(services, ({ service }) => service)
  return {
    services: new Map([...byService].map(([service, rows]) => [service, Object.fromEntries(rows.map(({ role, accountId }) => [role, accountId]))])),
    clearing: new Map(partners.map(({ partnerId, clearing }) => [partnerId, clearing])),
  }
}
