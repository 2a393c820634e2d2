// An Alexa skill that answers from a Sayso service: the handler of an AWS Lambda function, without
// dependencies. Set SAYSO_URL to the address of the service. If the service needs a key, set SAYSO_KEY to one
// of its keys.

/** Alexa gives up after 8 seconds; the remaining time is left for the network. */
const WAIT_SECONDS = 6;
const PATIENCE_MS = 7000;
/** Alexa refuses longer speech. */
const MAX_CHARS = 8000;

const WELCOME = 'What would you like to know?';
const HELP = 'Ask me anything, for example: search for how old the Eiffel tower is.';
const UNREACHABLE = 'Sorry, I could not reach the answers. Please try again later.';

/** Takes a request of the Alexa Skills Kit and returns its response. Never throws. */
export async function handler({ request }) {
  if (request.type === 'LaunchRequest') return say(WELCOME, WELCOME);
  if (request.type !== 'IntentRequest') return { version: '1.0', response: {} };
  const { name, slots } = request.intent;
  if (name === 'AMAZON.StopIntent' || name === 'AMAZON.CancelIntent') return say('');
  const question = slots?.question?.value?.trim() ?? '';
  if (name !== 'AskIntent' || question === '') return say(HELP, HELP);
  return { version: '1.0', response: { outputSpeech: await answer(question), shouldEndSession: true } };
}

async function answer(question) {
  try {
    const address = new URL('/api/v1/query', process.env.SAYSO_URL ?? 'http://localhost:3000');
    address.searchParams.set('q', question);
    const response = await fetch(address, {
      headers: {
        accept: 'application/ssml+xml',
        prefer: `wait=${WAIT_SECONDS}`,
        ...(process.env.SAYSO_KEY && { 'x-api-key': process.env.SAYSO_KEY }),
      },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!response.ok) return plain(UNREACHABLE);
    // Alexa speaks the language of the skill and does not support attributes of the outermost element.
    const ssml = (await response.text()).trim().replace(/^<speak[^>]*>/, '<speak>');
    return ssml.includes('<s>') && ssml.length <= MAX_CHARS ? { type: 'SSML', ssml } : plain(UNREACHABLE);
  } catch {
    return plain(UNREACHABLE);
  }
}

function say(text, reprompt) {
  return {
    version: '1.0',
    response: {
      ...(text !== '' && { outputSpeech: plain(text) }),
      ...(reprompt && { reprompt: { outputSpeech: plain(reprompt) } }),
      shouldEndSession: !reprompt,
    },
  };
}

function plain(text) {
  return { type: 'PlainText', text };
}
