import type { Delimiter, MarkdownIt, Token } from 'markdown-it'

type Nesting = Token['nesting']
type InlineState = InstanceType<MarkdownIt['inline']['State']>

/**
 * Has a parser make its tokens and states by classes of our own. Those of markdown-it are compiled
 * for old engines and set each field by a call, which takes a third of the parser's time. Whatever
 * is not said here is inherited from the package.
 */
export function makeLean(markdown: MarkdownIt): void {
  const { block, inline } = markdown
  const [token] = markdown.parse('a', {})
  Object.setPrototypeOf(LeanToken.prototype, Object.getPrototypeOf(token))
  Object.setPrototypeOf(LeanInlineState.prototype, inline.State.prototype)
  // It has every field of the state that it stands for, and inherits its methods since now.
  inline.State = LeanInlineState as unknown as typeof inline.State
  block.State = class extends block.State {
    override push(type: string, tag: string, nesting: Nesting): Token {
      const token = newToken(type, tag, nesting)
      token.block = true
      if (nesting < 0) this.level--
      token.level = this.level
      if (nesting > 0) this.level++
      this.tokens.push(token)
      return token
    }
  }
}

class LeanToken {
  type: string
  tag: string
  nesting: Nesting
  attrs = null
  map = null
  level = 0
  children = null
  content = ''
  markup = ''
  info = ''
  meta = null
  block = false
  hidden = false

  constructor(type: string, tag: string, nesting: Nesting) {
    this.type = type
    this.tag = tag
    this.nesting = nesting
  }
}

// `makeLean` gives it all methods of a token.
const newToken = (type: string, tag: string, nesting: Nesting) =>
  new LeanToken(type, tag, nesting) as unknown as Token

class LeanInlineState {
  src: string
  md: MarkdownIt
  env: InlineState['env']
  tokens: Token[]
  tokens_meta: InlineState['tokens_meta']
  pos = 0
  posMax: number
  level = 0
  pending = ''
  pendingLevel = 0
  cache = {}
  backticks = {}
  backticksScanned = false
  skipHtmlSpecial = false
  linkLevel = 0
  delimiters: Delimiter[] = []
  _prev_delimiters: Delimiter[][] = []
  Token = LeanToken

  constructor(src: string, md: MarkdownIt, env: InlineState['env'], tokens: Token[]) {
    this.src = src
    this.md = md
    this.env = env
    this.tokens = tokens
    this.tokens_meta = Array(tokens.length)
    this.posMax = src.length
  }

  pushPending(): Token {
    const token = newToken('text', '', 0)
    token.content = this.pending
    token.level = this.pendingLevel
    this.tokens.push(token)
    this.pending = ''
    return token
  }

  push(type: string, tag: string, nesting: Nesting): Token {
    if (this.pending) this.pushPending()
    const token = newToken(type, tag, nesting)
    let meta: InlineState['tokens_meta'][number]
    if (nesting < 0) {
      this.level--
      // As many were put there as are taken away.
      this.delimiters = this._prev_delimiters.pop() ?? []
    }
    token.level = this.level
    if (nesting > 0) {
      this.level++
      this._prev_delimiters.push(this.delimiters)
      this.delimiters = []
      meta = { delimiters: this.delimiters }
    }
    this.pendingLevel = this.level
    this.tokens.push(token)
    this.tokens_meta.push(meta)
    return token
  }
}
