import { randomInt } from 'node:crypto'
import { SUBSYSTEMS } from '#kernel/applications.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import { hashPassword } from './passwords.ts'
import { createUsers } from './users.ts'

export const FIRST_ADMINISTRATOR = 'admin'

const SETS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789', '@#%+=?']

/** Sixteen characters without look-alikes, of all four kinds: some 90 bits. */
export function oneTimePassword(): string {
  const all = SETS.join('')
  const letters = [...SETS, ...new Array<string>(12).fill(all)].map((set) => set[randomInt(set.length)] as string)
  for (let at = letters.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    ;[letters[at], letters[other]] = [letters[other] as string, letters[at] as string]
  }
  return letters.join('')
}

/**
 * Gives an empty system its first administrator: everything allowed, password to be changed and authenticator to be enrolled
 * at the first sign-in. Undefined when users exist already. The password is stored hashed; this answer is its only copy.
 */
export async function createFirstAdministrator(tx: Tx, runtime: Runtime): Promise<{ account: string; password: string } | undefined> {
  const someone = await tx.selectFrom('iam.user_account').select('id').limit(1).executeTakeFirst()
  if (someone) return undefined
  const password = oneTimePassword()
  await createUsers(tx, runtime, [
    {
      account: FIRST_ADMINISTRATOR,
      fullName: 'Quản trị hệ thống',
      scopeKind: 'ALL',
      roles: ['SYSTEM_ADMIN'],
      applications: SUBSYSTEMS,
      passwordHash: await hashPassword(password),
      mustChangePassword: true,
      enrolsFreely: true,
    },
  ])
  return { account: FIRST_ADMINISTRATOR, password }
}
