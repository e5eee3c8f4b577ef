import { randomBytes } from 'node:crypto'
import { type CryptoKey, exportJWK, exportPKCS8, generateKeyPair, importJWK, importPKCS8, type JWK } from 'jose'
import { sql } from 'kysely'
import type { Runtime } from '#platform/server/module.ts'
import { open, seal } from '#platform/server/secret-box.ts'
import { StartupError } from '#platform/server/startup-error.ts'

export const ALGORITHM = 'EdDSA'

export interface SigningKeys {
  kid: string
  private: CryptoKey
  /** By kid: every key that is not retired still verifies. */
  public: Map<string, CryptoKey>
}

/** Key of the advisory lock under which one process makes the first key. */
const LOCK = 7_203_120

const loaded = new WeakMap<object, Promise<SigningKeys>>()

/** The keys of this system; the first call of a new system makes one. Kept for the life of the process. */
export function signingKeys(runtime: Runtime): Promise<SigningKeys> {
  let keys = loaded.get(runtime.pool)
  if (!keys) {
    keys = load(runtime)
    loaded.set(runtime.pool, keys)
    keys.catch(() => loaded.delete(runtime.pool))
  }
  return keys
}

const context = (kid: string) => `iam.signing-key:${kid}`

async function load(runtime: Runtime): Promise<SigningKeys> {
  return runtime.db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${LOCK})`.execute(tx)
    let rows = await tx.selectFrom('iam.signing_key').selectAll().where('retired_at', 'is', null).orderBy('created_at', 'desc').orderBy('kid').execute()
    if (rows.length === 0) {
      const pair = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true })
      const kid = randomBytes(8).toString('hex')
      rows = await tx
        .insertInto('iam.signing_key')
        .values({
          kid,
          private_sealed: seal(runtime.config.secretKey, await exportPKCS8(pair.privateKey), context(kid)),
          public_jwk: JSON.stringify(await exportJWK(pair.publicKey)),
          created_at: runtime.clock.now(),
        })
        .returningAll()
        .execute()
    }
    const current = rows[0]
    if (!current) throw new Error('no signing key')
    const publicKeys = await Promise.all(rows.map(async (row) => [row.kid, (await importJWK(row.public_jwk as JWK, ALGORITHM)) as CryptoKey] as const))
    return { kid: current.kid, private: await importPKCS8(unseal(runtime, current.kid, current.private_sealed), ALGORITHM), public: new Map(publicKeys) }
  })
}

function unseal(runtime: Runtime, kid: string, sealed: Buffer): string {
  try {
    return open(runtime.config.secretKey, sealed, context(kid)).toString('utf8')
  } catch (error) {
    throw new StartupError(
      'The secret key is not the one this database was made with: the signing key does not open. Restore SECRET_KEY (or secret.key in the data folder).',
      { cause: error },
    )
  }
}
