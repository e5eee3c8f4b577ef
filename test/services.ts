import type { Runtime } from '#platform/server/module.ts'

/** Registers those payment services that no sub-system has, by name only: for what refers to services without paying through them. */
export async function nameServices({ db }: Pick<Runtime, 'db'>, codes: readonly string[]): Promise<void> {
  await db
    .insertInto('payment.service')
    .values(codes.map((code) => ({ code, prefix: code, name_vi: code, name_en: code, active: true })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
