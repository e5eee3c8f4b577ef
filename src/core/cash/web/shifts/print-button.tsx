import PrinterOutlined from '@ant-design/icons/PrinterOutlined'
import { Button } from 'antd'
import type { Contract } from '#kernel/contract.ts'
import { messageOf } from '#platform/web/api/api-error.ts'
import { fetchFile, saveFile } from '#platform/web/api/download.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { notify } from '#platform/web/shell/notices/notify.ts'
import { downloadDocument, type Printed } from '../../contract/documents.ts'

interface Props {
  contract: Contract
  id: string
  label: string
  /** It is what comes next, so it has the focus. */
  first?: boolean
  onPrinted?: () => void
}

/** Prints a numbered paper: counts the copy, then fetches its PDF. */
export function PrintButton({ contract, id, label, first = false, onPrinted }: Props) {
  const command = useContractCommand(contract, { quiet: true })
  const print = async () => {
    try {
      const printed = (await command.mutateAsync({ id })) as Printed
      saveFile(await fetchFile(downloadDocument, { id: printed.documentId, copy: String(printed.copy) }))
      onPrinted?.()
    } catch (error) {
      notify({ kind: 'error', title: label, text: messageOf(error) })
    }
  }
  return (
    <Button icon={<PrinterOutlined />} autoFocus={first} loading={command.isPending} onClick={() => void print()}>
      {label}
    </Button>
  )
}
