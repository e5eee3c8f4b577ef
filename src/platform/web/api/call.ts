import type { Contract, OutputOf, RawInputOf } from '#kernel/contract.ts'
import { type CallOptions, readEnvelope, send } from './http.ts'

/**
 * The one way to the server: a contract and its input give the contract's output.
 * Rejects with ApiError (the server refused), NetworkError (no answer), SessionEndedError, or the abort of the signal.
 */
export async function call<C extends Contract>(contract: C, input: RawInputOf<C>, options: CallOptions = {}): Promise<OutputOf<C>> {
  return (await readEnvelope(await send(contract, input as Record<string, unknown>, options))) as OutputOf<C>
}
