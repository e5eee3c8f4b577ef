import type { Runtime } from '#platform/server/module.ts'
import { repeat } from '#platform/server/repeat.ts'
import { COUNTED_MS, KNOWN_MS } from './address-failures.ts'

const EVERY_MS = 3_600_000
/** Ended sessions stay this long, so that an administrator can look at them. */
const KEEP_DAYS = 30

/** Removes what has no use any more: old sessions with their refresh tokens, spent tickets, forgotten failures. */
export async function cleanUp(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now()
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  await runtime.db
    .deleteFrom('iam.session')
    .where('expires_at', '<', before(KEEP_DAYS * 24))
    .execute()
  // The refresh tokens of a session that is over cannot even be replayed.
  await runtime.db
    .deleteFrom('iam.refresh_family')
    .where('sid', 'in', (eb) => eb.selectFrom('iam.session').select('sid').where('expires_at', '<', before(1)))
    .execute()
  await runtime.db.deleteFrom('iam.enrolment').where('expires_at', '<', before(24)).execute()
  await runtime.db
    .deleteFrom('iam.address_failure')
    .where('failed_at', '<', new Date(now.getTime() - COUNTED_MS))
    .execute()
  await runtime.db
    .deleteFrom('iam.known_address')
    .where('last_at', '<', new Date(now.getTime() - KNOWN_MS))
    .execute()
  await runtime.db.deleteFrom('iam.public_mail').where('sent_at', '<', before(24)).execute()
  await runtime.db
    .deleteFrom('iam.login_counter')
    .where('last_failed_at', '<', before(2))
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', now)]))
    .execute()
}

/** Cleans up once an hour while the server runs. */
export const startHousekeeping = async (runtime: Runtime): Promise<() => Promise<void>> =>
  repeat(
    EVERY_MS,
    () => cleanUp(runtime),
    (error) => runtime.log.warn({ error }, 'clean-up of sessions failed, next try in an hour'),
  )
