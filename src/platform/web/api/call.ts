import type { Contract, OutputOf, RawInputOf } from '#kernel/contract.ts'
import { labelNamesOf, labelPlace } from '#kernel/labels.ts'
import { ensureLabels } from '../i18n.ts'
import { type CallOptions, readEnvelope, send } from './http.ts'

/**
 * The one way to the server: a contract and its input give the contract's output.
 * Rejects with ApiError (the server refused), NetworkError (no answer), SessionEndedError, or the abort of the signal.
 */
export async function call<C extends Contract>(contract: C, input: RawInputOf<C>, options: CallOptions = {}): Promise<OutputOf<C>> {
  // What cannot be fetched now is fetched when it is drawn.
  const words = ensureLabels(namespacesOf(contract)).catch(() => undefined)
  const output = (await readEnvelope(await send(contract, input as Record<string, unknown>, options))) as OutputOf<C>
  await words
  return output
}

const known = new WeakMap<Contract, string[]>()

/** The words come with the data: those of the enums and states that the output holds. */
function namespacesOf(contract: Contract): string[] {
  const namespaces = known.get(contract) ?? [...new Set([...labelNamesOf(contract.output)].map((name) => labelPlace(name).module))]
  known.set(contract, namespaces)
  return namespaces
}
