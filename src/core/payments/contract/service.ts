import { z } from 'zod'
import type { LabelName } from '#kernel/labels.ts'
import type { Text } from '#kernel/language.ts'
import { openKey } from '#kernel/primitives.ts'
import type { Direction, TransactionType } from './transaction.ts'

/** Key of a payment service (row of payment.service): which ones there are is the composition root's to say. */
export const ServiceCode = openKey('payments.service')

/** INSIDE: fee and tax come out of the amount. ON_TOP: they are paid beside it, so they may exceed it. NONE: it costs nothing. */
export type FeePlace = 'INSIDE' | 'ON_TOP' | 'NONE'

/** One type of transaction that a service has. */
export interface ServiceType<Line extends z.ZodRawShape = z.ZodRawShape> {
  direction: Direction
  fee: FeePlace
  /** What a line of the gateway carries beyond the fields that every service has. */
  line: Line
  /** Begun by this system alone: a channel reports what has become of one, and never one itself. */
  begunHere?: true
}

/** The contract half of a payment service: what both sides know of it. The server half is made from it with `definePaymentService`. */
export interface ServiceDeclaration<
  Own extends z.ZodRawShape = z.ZodRawShape,
  Types extends Partial<Record<TransactionType, ServiceType>> = Partial<Record<TransactionType, ServiceType>>,
> {
  /** Key of payment.service. */
  code: string
  /** Where the codes of its transactions begin; letters, no digit at the end. */
  prefix: string
  name: Text
  /** Where the words of its own fields stand: `fields.<entity>.<field>` of the module. */
  entity: LabelName
  types: Types
  /** Its own columns as they go over the wire, with the kinds of the kernel's primitives; stored in a table of its own with the same key. Empty for none. */
  own: z.ZodObject<Own>
}

/** Whether fee and tax may lie beside the amount. Where not, they are all within it: the database holds the service to that. */
export const hasFeeOnTop = ({ types }: Pick<ServiceDeclaration, 'types'>): boolean => Object.values(types).some(({ fee }) => fee === 'ON_TOP')

/** How a line of its transactions adds up: net is what the payee gets. Undefined where the types differ, and each row goes by its own. */
export function netOf({ types }: Pick<ServiceDeclaration, 'types'>): readonly ('amount' | '-fee' | '-tax')[] | undefined {
  const places = new Set(Object.values(types).map(({ fee }) => fee))
  if (places.size !== 1) return undefined
  return places.has('INSIDE') ? ['amount', '-fee', '-tax'] : ['amount']
}

/** Declares a payment service, in the contract folder of its sub-system. */
export function declareService<const Types extends Partial<Record<TransactionType, ServiceType>>, Own extends z.ZodRawShape>(
  declaration: Omit<ServiceDeclaration<Own, Types>, 'own'> & { own: Own },
): ServiceDeclaration<Own, Types> {
  if (!/^[A-Z][A-Z0-9]{1,7}$/.test(declaration.code) || !/^[A-Z]([A-Z0-9]*[A-Z])?$/.test(declaration.prefix))
    throw new Error(`a payment service cannot be called ${declaration.code} with codes from ${declaration.prefix}`)
  return { ...declaration, own: z.object(declaration.own) }
}
