/** A process that posts what it is sent over IPC, as the server would: made to be killed. DATABASE_URL says where. */
import { createPoster } from '#core/ledger/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import { connect } from '#platform/server/database/connect.ts'
import { journal } from './ledger-journal.ts'

export interface PostingRequest {
  number: number
  businessKey: string
  debit: string
  credit: string
  /** Hundredths. */
  amount: string
}
export interface PostingReply {
  number: number
  /** OK, the code of an AppError, or INTERNAL and what it was. */
  code: string
}

const poster = createPoster(connect(process.env.DATABASE_URL ?? '', { max: 4 }))

async function answer({ number, businessKey, debit, credit, amount }: PostingRequest): Promise<PostingReply> {
  try {
    await poster.submit(journal(debit, credit, { businessKey, amount: BigInt(amount) }))
    return { number, code: 'OK' }
  } catch (error) {
    return { number, code: error instanceof AppError ? error.definition.code : `INTERNAL ${String(error)}` }
  }
}

process.on('message', (request: PostingRequest) => void answer(request).then((reply) => process.send?.(reply)))
process.on('disconnect', () => process.exit())
process.send?.({ number: 0, code: 'READY' } satisfies PostingReply)
