import type { Section } from './tables.ts'

/** What can go wrong, and what the site promises then. */
export const FAULTS: Section = {
  title: 'Faults',
  heads: ['what happens', 'what is promised'],
  rows: {
    F1: {
      says: [
        'Postgres is killed and comes back seconds later',
        'Readers see no error. Edits are refused with 503 meanwhile, no acknowledged one is lost, and pages are made again by themselves',
      ],
    },
    F2: {
      says: [
        'Postgres takes connections and never answers',
        'Each request has one deadline: editors hear 503 within 3 seconds, readers of what is not stored within 2.5; stored pages do not notice, and all is well when Postgres answers again',
      ],
    },
    F3: {
      says: [
        'Postgres has no connection to spare',
        'Edits get 503 in time, stored pages are served, and edits are taken when there is room',
      ],
    },
    F4: {
      says: [
        'The disk of Postgres is full',
        'Edits get 503 and are whole or not there; all goes on when there is room',
      ],
      note: 'needs to mount a tmpfs',
    },
    F5: {
      says: [
        'Every statement takes half a second more',
        'Edits take longer and arrive: their 3 seconds begin anew with each answer of Postgres, up to 10. Stored pages are as quick as ever',
      ],
    },
    F6: {
      says: [
        'A connection breaks in the middle of an edit',
        'Nothing of the edit is there, the editor gets 503. An edit says what an article is from then on, so sending it again needs no key: done twice, it changes nothing',
      ],
    },
    F7: {
      says: [
        'Redis is killed and comes back',
        'It has its jobs again, and every page is right within seconds. Edits never wait for Redis',
      ],
      note: 'needs Redis',
    },
    F8: {
      says: [
        'Redis loses all it has',
        'The worker asks for what is stale every 5 seconds, so every job comes back by itself',
      ],
      note: 'needs Redis',
    },
    F9: {
      says: [
        'Redis takes connections and never answers',
        'An edit is acknowledged and on its page at once, and on the lists that name it when Redis answers again',
      ],
      note: 'needs Redis',
    },
    F10: {
      says: [
        'Redis is full',
        'It refuses jobs loudly. Edited pages are made all the same, the others when there is room; RedisMemoryHigh warns before',
      ],
      note: 'needs Redis',
    },
    F11: {
      says: [
        'Redis may evict what it holds',
        'The worker is not ready and says what to set, and QueueDown fires. It works on: until something is evicted, nothing is wrong',
      ],
      note: 'needs Redis',
    },
    F12: {
      says: [
        'Meilisearch is down when search and indexer start, or later',
        'Every search has the same answer from memory; the index is filled and used when Meilisearch comes',
      ],
      note: 'needs Meilisearch',
    },
    F13: {
      says: [
        'Meilisearch answers with wrong titles or with none',
        'An answer that cannot be proved whole is none, and the index in memory answers. One answer in a hundred is compared besides, all titles every hour, and what differs is put right',
      ],
      note: 'needs Meilisearch',
    },
    F14: {
      says: [
        'Meilisearch takes seconds',
        'It is given up after 150 ms and the index in memory answers; after five failures it is left alone for a while',
      ],
      note: 'needs Meilisearch',
    },
    F15: {
      says: [
        'The volume of Meilisearch is lost',
        'The index is filled anew beside the place where readers look, and every answer is right meanwhile',
      ],
      note: 'needs Meilisearch',
    },
    F16: {
      says: [
        'Meilisearch dies while an index is exchanged',
        'Readers find the old titles or the new ones',
      ],
      note: 'needs Meilisearch',
    },
    F17: {
      says: [
        'The worker is killed at work, three times',
        'Another one, or itself, goes on within seconds. No page is torn, none is older than before',
      ],
    },
    F18: {
      says: [
        'A worker is frozen past its lock, and goes on',
        'Before it publishes, it asks whether its lock is still held: what it made is older by then, and is not stored. Where it stops between that answer and the write, the page is made again',
      ],
    },
    F19: {
      says: ['Two workers make the same page at once', 'The newer one stays, whoever comes last'],
    },
    F20: {
      says: [
        'One page cannot be made',
        'Its former version is served, all others are made, and PagesCannotBeMade fires',
      ],
    },
    F21: {
      says: [
        'The disk of the page store is full',
        'What is stored is served whole; what is new is made for whoever asks; nothing half is left',
      ],
      note: 'one test needs to mount a tmpfs',
    },
    F22: {
      says: [
        'What is stored was damaged',
        'It is never served: its checksum is wrong, so it is read once more, taken from where it is whole, or made again',
      ],
    },
    F23: {
      says: ['A server starts while everything else is down', 'It serves all that is stored'],
    },
    F24: {
      says: [
        'Replicas are replaced under load',
        'No request fails, and pages of before find their assets',
      ],
      note: 'needs nginx, or Docker, or Chromium: one test each',
    },
    F25: {
      says: ['One of two replicas of render is killed', 'Requests go to the other one'],
      note: 'needs nginx',
    },
    F26: {
      says: [
        'A process is told to end while it answers many',
        'Every request under way gets its answer',
      ],
    },
    F27: {
      says: [
        'A process computes for five seconds without a pause',
        'It is not ready meanwhile, and is not taken for dead',
      ],
    },
    F28: {
      says: [
        'A process takes memory until its limit',
        'It is killed and comes back; nothing that is stored suffers',
      ],
    },
    F29: {
      says: [
        'Ten times the traffic',
        'Each kind of work has a room: so much at once, a few wait, the next get 503 with Retry-After. Stored pages are served at each step of the ladder',
      ],
    },
    F30: {
      says: [
        'Hundreds of clients send their headers by drops',
        'They are cut off, and others do not notice',
      ],
    },
    F31: {
      says: [
        'No name can be looked up',
        'Connections that are there stay. A server that starts then serves all that is stored; what is not stored is a 503',
      ],
    },
    F32: {
      says: [
        'The clock of one process is an hour off',
        'Nothing is dropped too early, and no lock is misjudged',
      ],
    },
    F33: {
      says: [
        'Nothing passes between render and content',
        'Stored pages are served; edits are on their pages when the way is open again',
      ],
    },
    F34: {
      says: [
        'Who notes that work is to be done dies half way',
        "The table of stale pages is written with the edit's position, so a follower that dies reads the same changes again; a page that is made twice is the same page",
      ],
    },
    F35: {
      says: [
        'A migration meets somebody who reads a table for long',
        'It gives up after 3 seconds, so that nobody waits behind it, and tries again',
      ],
    },
    F36: {
      says: [
        'A migration fails half way',
        'Nothing of it is there, nor of those before it in the same run, and the version before it serves on',
      ],
    },
    F37: {
      says: [
        'A rollback to the release before this one',
        'Its code works on the schema and the content of this one. The backup from before the upgrade is still there, and settings are checked before anything is replaced',
      ],
      note: 'needs Git, and the history of the repository',
    },
    F38: {
      says: [
        'A storm of edits',
        'Each page is made once at a time, and the last edit is on it within 15 seconds of the last one. Ten editors send 600 as quickly as they are taken',
      ],
    },
    F39: {
      says: [
        'An article is withdrawn',
        'Its address says 410 and where to read on (a 404 would say that there never was one); it leaves all lists, the site map and the search',
      ],
    },
    F40: {
      says: [
        'The ad system sends rubbish, too much or nothing',
        'The last good ads stay, and it is asked ever more rarely',
      ],
    },
    F41: {
      says: [
        'A backup is restored into an empty stack',
        'Every page that is compared is the same, byte for byte; jobs, index and page store come back by themselves. A database of another language is refused, by a restore and by every other process that writes',
      ],
    },
    F42: {
      says: [
        'Network policies keep apart what belongs together',
        '`helm test` fails and names the flow that readers miss. What only editors miss is seen in `finlore_dependency_up`, which has alerts. No machine of ours enforces policies: flows are closed by other means',
      ],
      note: 'needs Helm, for the policies themselves',
    },
    F43: {
      says: [
        'Every process of `npm start` is killed at once',
        'It starts again, every time, and has every acknowledged edit. What the killed Postgres left behind keeps nobody from starting',
      ],
    },
    F44: {
      says: [
        'One process of `npm start` ends by itself',
        'The other serves on, and it is back within seconds',
      ],
    },
    F45: {
      says: [
        '`npm start` meets a full disk',
        'Readers get what is stored, one line says what to do, and edits are taken when there is room',
      ],
      note: 'needs to mount a tmpfs',
    },
    F46: {
      says: [
        'Somebody opens more connections than a process has descriptors',
        'Those that are idle the longest are closed; everybody else is answered, and no process ends',
      ],
    },
    F47: {
      says: [
        'A cache of somebody else stands before the site, and asks again for what it keeps',
        'Readers get the same answers: status, type, headers and text, whatever was kept and confirmed by 304. An answer without a body names no type',
      ],
      note: 'needs nginx and Varnish',
    },
    F48: {
      says: [
        'Editors save one article at the same time',
        'Of those who have seen the same text, one saves and the others get 412. An `ETag` is of the content, so one of a text that was replaced is good for nothing',
      ],
    },
    F49: {
      says: [
        "An editor's program sends or saves a text in another encoding",
        'Nothing is stored with letters lost: another charset gets 415, bytes that are no UTF-8 get 400, and U+FFFD in a text is an error of the API and of lint',
      ],
    },
    F50: {
      says: [
        'A program replaces an article and sends only a part of its fields',
        'Its author stays, and the answer warns of each filled field that is empty now; PATCH keeps what is not sent',
      ],
    },
    F51: {
      says: [
        'An article is published where another one was withdrawn',
        'It is a new one, with an id and a date of its own; the withdrawn one is kept under another name, which the answer says, and is brought back by name as it was',
      ],
    },
    F52: {
      says: [
        'A browser or an extension translates a page, before its scripts are there or while it is read',
        'The page stays as it was translated: no script stops, React touches nothing, search and links work, and each next page comes as a whole document',
      ],
      note: 'needs Chromium',
    },
    F53: {
      says: [
        'The content folder is empty, or of a wrong branch',
        'No more than 5 articles or 2 % of those published are withdrawn unless their number is said; the site goes on with what is stored, and each import says what it changed',
      ],
    },
    F54: {
      says: [
        'Somebody publishes through the editor API what lint would refuse',
        "It is refused there as well, with the rule's code and the line: raw HTML, links and headings that lead nowhere, pictures of other sites. What readers would lose unsaid is a warning. Looking at other articles takes an index",
      ],
    },
    F55: {
      says: [
        'A text stands in the folder under a name that is not read, or a pipe or socket stands where a text is expected',
        'Each is an error, with the right name; nobody waits for a pipe',
      ],
    },
    F56: {
      says: [
        'The clock of a machine is years behind, or a day ahead of where editors are',
        "An edit that would be dated before the site's first day is refused with 503 and the clock's time, and so is an import; nothing is saved. What is in the future is decided in the time zone of the site, and the refusal says what its clock shows",
      ],
    },
    F57: {
      says: [
        'Somebody publishes the texts as they come, with contacts and paid links that are examples',
        'With `INDEXING=on` neither an import nor a process takes an address where nobody can be reached, and the chart and `check-settings` say so before anything is replaced. The image has no such links',
      ],
    },
    F58: {
      says: [
        'The year ends, and with it limits and rates that stand in many texts',
        'No page is lost, and none shows an ended figure without a word: it says beside it until when it was valid, and which one is known since. Lint fails, and FactExpired fires',
      ],
    },
    F59: {
      says: [
        'An editor replaces or withdraws a text that somebody needs again',
        'Every text that was published is kept with who made it, when, and until when; the database refuses to change one. An edit that does not say which text it is about gets 428',
      ],
    },
    F60: {
      says: [
        'An article, or what the site says besides, is edited through the API, and its file changes as well',
        'The import puts both together. What both have changed in the same place is an error with file and line, and nothing is imported until the file names the edition that its writer has seen',
      ],
    },
    F61: {
      says: [
        'A text that is to be published at a time cannot be, or a process ends just then',
        'Another process publishes it within two seconds. What is wrong by then is held with its reasons and an alert, never skipped and never published on its own later; a restore publishes nothing of the past',
      ],
    },
    F62: {
      says: [
        'A program that hears of edits is away, hangs or never ends its answer, or the site is killed before it was notified',
        'The event stands in the edit itself. It is sent at the next start, and again for 21 hours with the same id, then kept for an editor. It delays no edit and no other program',
      ],
    },
    F63: {
      says: [
        'A cache in front of the site that keeps pages for a day takes no purge, or the process that purges it is killed',
        'The purge stands where the page is recorded, and is sent until the cache takes it. After a quarter of a minute, servers give no more answers that are kept for long',
      ],
    },
  },
}

/** Who may attack the site, and what they get. */
export const THREATS: Section = {
  title: 'Threats',
  heads: ['who tries what', 'what they get'],
  rows: {
    T1: {
      says: [
        'Whoever sells links puts markup into ads',
        'Ads are parsed into text and links to http and https, of bounded number and length, and React writes them',
      ],
    },
    T2: {
      says: [
        'An author puts markup into Markdown or front matter',
        'It is shown as text: raw HTML is off, and no page has a script inside',
      ],
    },
    T3: {
      says: [
        'Somebody sends our servers to other addresses by `?url=`',
        "Only scripts of an editors' list, word for word; anything else asks nobody",
      ],
    },
    T4: {
      says: [
        'Somebody has a cache keep what their headers made of a page',
        'No header changes an answer, but for its compression; addresses of the site are settings',
      ],
    },
    T5: {
      says: [
        'Somebody plays with what a cache takes for a key',
        'Queries that mean nothing are nowhere in the answer, each page has one address, and only the compression varies',
      ],
    },
    T6: {
      says: [
        'Somebody asks for files outside the site',
        'What is no plain path of the site is an unknown page, before anybody looks for it',
      ],
    },
    T7: {
      says: [
        'Somebody types what takes long to search for',
        'No pattern is made of what is typed; 200 characters and 16 words at most; searches go one after the other and let others in',
      ],
    },
    T8: {
      says: [
        'Somebody smuggles a request past the ingress',
        'What is no plain request is refused, and its connection closed',
      ],
    },
    T9: {
      says: ['Somebody sends or reads slowly', 'They are cut off'],
    },
    T10: {
      says: [
        'Somebody floods searches or unknown pages, with or without reading the answers',
        'Searches of one address are bounded; searches and pages that nobody has made have a room each, and what is stored does not meet them. One reader, an IPv4 address or an IPv6 network of 64 bits, has half of a room at most, and a place is free when the service has answered, not when the client has read',
      ],
      note: "nginx's part needs nginx",
    },
    T11: {
      says: [
        'Somebody sends a compressed bomb, or measures secrets by compression',
        'Nothing sent is decompressed, and no page holds a secret',
      ],
    },
    T12: {
      says: [
        'An answer lacks a header that protects',
        'Every answer has all of them, whatever its status',
      ],
    },
    T13: {
      says: ['Another site shows ours in a frame', 'Browsers refuse'],
    },
    T14: {
      says: [
        'Somebody reaches what is for editors and operators',
        "It listens on ports of its own, to which the ingress and the Services lead nobody, and asks for a token. A header that a proxy adds is no reason to refuse: an editor's tool may be behind one",
      ],
    },
    T15: {
      says: [
        'Secrets get into logs, environments, images or jobs',
        'They are read from files and said nowhere',
      ],
      note: 'the first needs Docker, the second Helm',
    },
    T16: {
      says: [
        'A package is replaced by a hostile one',
        'Every package has its checksum, none comes from Git or by plain HTTP, and few run scripts',
      ],
    },
    T17: {
      says: [
        'A scanner of the build is hostile itself',
        'The build runs none, and what it fetches has a version',
      ],
    },
    T18: {
      says: [
        'Somebody breaks out of a process',
        'It has no rights, no token, a root that is read-only, and nobody to talk to but those it needs',
      ],
      note: 'needs Docker, Helm',
    },
    T19: {
      says: [
        'Somebody makes the site lead readers elsewhere',
        'Addresses that are moved lead to paths of the site only',
      ],
    },
    T20: {
      says: [
        'A service worker stays in browsers for ever',
        'It is asked about at every visit, and a switch takes it away',
      ],
    },
    T21: {
      says: [
        'Somebody changes the prototypes of objects by JSON',
        'Bodies are parsed without them, and names that all objects have are like any others',
      ],
    },
    T22: {
      says: [
        'Somebody writes lines into logs, or logs tell of readers',
        'Logs are JSON, without what people search for and who they are',
      ],
      note: 'the first needs nginx',
    },
    T23: {
      says: [
        'A title breaks out of a page, a feed or the site map',
        'Each place escapes as its language wants it',
      ],
    },
    T24: {
      says: [
        'Somebody puts a page into the store',
        'What is not as it was written is missing, and is made again',
      ],
    },
    T25: {
      says: [
        'An editor sends a text of allowed length that costs as much as it can: 160,000 paragraphs, 490,000 brackets, a table of 2,000 columns',
        'A text has 100,000 parts at most, which bounds its time and memory, and long ones are read in processes that end alone. Each editor has a share of these, and work ends with its request',
      ],
    },
    T26: {
      says: [
        "Somebody writes a title that reads as another one, or hides markup in an article's Markdown form for those who render it",
        'Characters that turn the direction are refused, also by number; what our pages show as text is escaped there, and a link that is a script leads to a place of the page',
      ],
    },
    T27: {
      says: [
        'Somebody puts into the folder a drawing that runs a script, loads something or leads elsewhere',
        'An SVG file is written again from lists of elements and attributes; what is in neither list is refused with its line. The policy of all answers holds for a drawing that is opened alone',
      ],
    },
    T28: {
      says: [
        'An editor writes a formula that is made to run code, or to take long',
        'It is read by a parser that runs nothing, and only numbers, names, operations and our functions are left of it; length, operands and steps are bounded. Browsers get the tree and no text',
      ],
    },
    T29: {
      says: [
        'Somebody puts into the folder a photograph that says where it was taken, is cut off, claims very many pixels or is a file of another kind',
        'Readers get only pictures that were made of it, with pixels and nothing else. Lint reads each to its end, counts pixels before it decodes any, and knows four kinds of files',
      ],
    },
    T30: {
      says: [
        'Somebody looks at what an editor prepares, or a prepared text does harm where it is looked at',
        'Previews are on a private port, for those with a token of an editor, are kept nowhere, and have the policy of all pages',
      ],
    },
  },
}
