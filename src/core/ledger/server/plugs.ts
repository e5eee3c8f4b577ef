import { type RawBuilder, sql } from 'kysely'
import type { Language, Text } from '#kernel/language.ts'
import type { Session } from '#platform/server/session/session.ts'

/** The screen of the records that journals are about. */
export interface JournalSource {
  /** Of the journal: 'payment.transaction'. */
  sourceType: string
  /** Where one type of record has a screen in each service. */
  service?: string
  /** What the screen asks for. */
  permission: string
  path: (sourceId: string) => string
}

/** What the composition root hands to the ledger. */
export interface LedgerPlugs {
  sources?: readonly JournalSource[]
  /** What kinds of journals are called; one without a name shows its key. */
  kinds?: Readonly<Record<string, Text>>
  /** Whether the figures of an account (reference of its id) are hidden from a user, who is counting the cash behind it. */
  isHidden?: (accountId: string, userId: string) => RawBuilder<boolean>
}

const OWN_KINDS: Readonly<Record<string, Text>> = {
  MANUAL: { vi: 'Bút toán điều chỉnh', en: 'Manual journal' },
  REVERSAL: { vi: 'Bút toán đảo', en: 'Reversal' },
}

/** The plugs as the ledger's reads use them. */
export class Plugs {
  readonly #plugs: LedgerPlugs
  constructor(plugs: LedgerPlugs) {
    this.#plugs = plugs
  }

  kindName(kind: string, language: Language): string {
    return (OWN_KINDS[kind] ?? this.#plugs.kinds?.[kind])?.[language] ?? kind
  }

  /** The address of the record that a journal is about, for whoever may open it. */
  recordPath({ sourceType, sourceId, service }: { sourceType: string; sourceId: string; service: string }, { permissions }: Session): string | null {
    const source = this.#plugs.sources?.find((one) => one.sourceType === sourceType && (one.service === undefined || one.service === service))
    return source && permissions.has(source.permission) ? source.path(sourceId) : null
  }

  /** A figure of account `a`, null where it is hidden from the reader. */
  shown<T>(figure: RawBuilder<T>, { userId }: Session): RawBuilder<T | null> {
    const hidden = this.#plugs.isHidden?.('a.id', userId)
    return hidden ? sql<T | null>`case when ${hidden} then null else ${figure} end` : figure
  }

  /** False while any figure is hidden from the reader: entries of other accounts would tell it. */
  open({ userId }: Pick<Session, 'userId'>): RawBuilder<boolean> {
    const hidden = this.#plugs.isHidden?.('hidden.id', userId)
    return hidden ? sql<boolean>`not exists (select from ledger.account hidden where hidden.kept_by is not null and ${hidden})` : sql<boolean>`true`
  }
}
