/** Takes a stream of server-sent events apart: hand in text as it comes, get the data of each complete event. */
export function eventReader(): (text: string) => string[] {
  let rest = ''
  let data: string[] = []
  return (text) => {
    const found: string[] = []
    const lines = (rest + text).split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) found.push(data.join('\n'))
        data = []
      } else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
    }
    return found
  }
}
