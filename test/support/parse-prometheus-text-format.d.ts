declare module 'parse-prometheus-text-format' {
  type Family = { name: string; help: string; type: string; metrics: object[] }
  export default function parse(text: string): Family[]
}
