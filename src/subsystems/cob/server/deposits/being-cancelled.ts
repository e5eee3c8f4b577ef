import { sql } from 'kysely'

/**
 * Items that a deposit has brought which is being given back: whether its money stays is not known until two people, or its partner, have said so. They
 * are paid to nobody meanwhile. For `item_id in …`; few, however many deposits there are.
 */
export const itemsBeingCancelled = sql`(
  select l.item_id from payment.transaction t join cob.deposit_line l on l.transaction_id = t.id where t.service = 'COD' and t.status = 'CANCEL_PENDING' and l.amount > 0)`
