import PrinterOutlined from '@ant-design/icons/PrinterOutlined'
import QrcodeOutlined from '@ant-design/icons/QrcodeOutlined'
import { Button, Modal, QRCode } from 'antd'
import type { OutputOf } from '#kernel/contract.ts'
import { parseMoney } from '#kernel/money.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { Action, DialogProps } from '#platform/web/kit/actions/action.ts'
import { act, show } from '#platform/web/kit/actions/actions.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { runDownload } from '#platform/web/kit/export/downloads.tsx'
import { depositCodePicture, makeDepositCode, printDepositCode } from '../../contract/deposit-codes.ts'
import { waitsForCount } from './one-time-code.tsx'
import { words } from './words.ts'
import './codes.css'

const PICTURE_PX = 220

/** The QR code by which a postman hands in today, to be scanned from the screen or taken along. */
function DepositCode({ row: code, onClose }: DialogProps<OutputOf<typeof makeDepositCode>>) {
  const labels = useLabels(words)
  const { id } = code
  const footer = (
    <>
      <Button onClick={() => void runDownload(depositCodePicture, { id, format: 'PNG' })}>{labels.text('depositCodePicture')}</Button>
      <Button type="primary" icon={<PrinterOutlined />} onClick={() => void runDownload(printDepositCode, { id })}>
        {labels.text('depositCodePrint')}
      </Button>
    </>
  )
  return (
    <Modal open title={labels.text('depositCodeTitle', { name: code.courierName })} width={640} footer={footer} onCancel={onClose}>
      <p>{labels.text('depositCodeText')}</p>
      <div className="cob-deposit-code">
        <span role="img" aria-label={labels.text('depositCodeTitle', { name: code.courierName })}>
          <QRCode value={code.payload} type="svg" size={PICTURE_PX} errorLevel="M" color="#000" bgColor="#fff" bordered={false} marginSize={4} />
        </span>
        <FieldList
          schema={makeDepositCode.output}
          value={code}
          entity="cob.deposits.depositCode"
          fields={['courierCode', 'amount', 'bankName', 'accountNumber', 'memo', 'validUntil']}
        />
      </div>
    </Modal>
  )
}

const view = show(DepositCode)

/** Makes the code of today, or brings its amount up to what is owed now, and shows it. */
const codeOf = <Row,>(courierOf: (row: Row) => string, when: (row: Row) => boolean): Action<Row> =>
  act(makeDepositCode, {
    key: 'depositCode',
    icon: <QrcodeOutlined />,
    when,
    toInput: (_values, row) => ({ courierId: courierOf(row) }),
    onDone: (code, { open }) => open(view, code),
  })

/** Of a postman: a locked one hands in all the same. */
export const depositCode = codeOf<{ id: string; status: string; held: string }>(
  ({ id }) => id,
  ({ status, held }) => status !== 'CLOSED' && parseMoney(held) > 0n,
)

/** Of a hand-in that is not over yet, for what its postman owes beside it. */
export const handInDepositCode = codeOf<{ courierId: string; status: string }>(
  ({ courierId }) => courierId,
  ({ status }) => waitsForCount(status),
)
