import { AppError, type ErrorDefinition } from '#kernel/errors.ts'
import type { Language, Text } from '#kernel/language.ts'
import type { OpenMatters } from '#kernel/open-matters.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Stamp } from '#platform/server/record/record.ts'

/** Something that has to be settled before a unit closes or a person leaves. */
export interface OpenMatter {
  title: Text
  code: string
  /** Address of the screen that shows it. */
  path?: string
}

/**
 * What a module keeps of units and people that must not be lost sight of; handed to organisation and identity by the composition root.
 * Each function runs in the transaction that closes, locks or moves, after the row of the unit or the person is locked, and locks what
 * it reads until the commit: what comes later waits, and finds the unit closed or the person gone.
 */
export interface HoldsMoney {
  ofUnit?(tx: Tx, unitId: string): Promise<readonly OpenMatter[]>
  ofStaff?(tx: Tx, staffId: string): Promise<readonly OpenMatter[]>
  /** Closes what belongs to a unit that closes, once nothing is open. */
  unitClosed?(tx: Tx, unitId: string, stamp: Stamp): Promise<void>
}

/** Most that one refusal names. */
const NAMED = 50

/** Throws `refused`, which names what is open, while any of the holders has something open. */
export async function assertNothingOpen(
  holders: readonly HoldsMoney[],
  ask: (holder: HoldsMoney) => Promise<readonly OpenMatter[]> | undefined,
  { refused, name, language }: { refused: ErrorDefinition; name: string; language: Language },
): Promise<void> {
  const open: OpenMatter[] = []
  for (const holder of holders) open.push(...((await ask(holder)) ?? []))
  if (open.length === 0) return
  const data: OpenMatters = { open: open.slice(0, NAMED).map(({ title, code, path = null }) => ({ title: title[language], code, path })) }
  throw new AppError(refused, { name, count: open.length }, { data })
}
