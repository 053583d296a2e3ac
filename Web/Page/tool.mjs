// Sends requests to the workers that run the tool. To stop the tool, the workers are ended and another one is started.

const tool = (() => {
    const source = new Blob([byID("worker").textContent], { type: "text/javascript" });
    const address = URL.createObjectURL(source);
    // The only script that the page starts, as the Trusted Types of its policy require.
    const trusted = globalThis.trustedTypes?.createPolicy("pemtool", { createScriptURL: () => address });
    const tables = JSON.parse(byID("tables").textContent);
    const waiting = new Map();
    let [workers, module, next] = [[], undefined, 0];

    /** A new worker; the first one answers, the others help. */
    function begin() {
        const worker = new Worker(trusted ? trusted.createScriptURL("") : address);
        worker.addEventListener("message", ({ data: { id, answer, error } }) => {
            const { resolve, reject } = waiting.get(id);
            waiting.delete(id);
            document.body.classList.toggle("busy", waiting.size > 0);
            if (error === undefined) resolve(answer);
            else reject(new Error(error));
        });
        workers.push(worker);
        if (module) send(worker, "restart", { module, tables });
        return worker;
    }

    function send(worker, question, values, moved) {
        document.body.classList.add("busy");
        return new Promise((resolve, reject) => {
            waiting.set(next, { resolve, reject });
            worker.postMessage({ id: next++, question, ...values }, moved);
        });
    }

    /** The worker's answer to a question. */
    const ask = (question, values = {}, moved = []) => send(workers[0], question, values, moved);

    /** Asks about parts, each of which goes to the next worker that is free; tells each answer when it is there. */
    async function share(question, parts, tell) {
        while (workers.length <= (navigator.hardwareConcurrency ?? 2)) begin();
        const left = parts.values();
        await Promise.all(workers.slice(1).map(async (worker) => {
            for (const part of left) tell(await send(worker, question, part, []));
        }));
    }

    /** Starts the tool; its version. */
    async function start() {
        begin();
        const element = byID("module");
        const answer = ask("start", { text: element.textContent, size: Number(element.dataset.size), tables });
        element.remove();
        const started = await answer;
        module = started.module;
        return started.version;
    }

    /** Stops what runs; its answers never come. */
    function stop() {
        for (const worker of workers.splice(0)) worker.terminate();
        for (const { reject } of waiting.values()) reject(new Stopped());
        waiting.clear();
        document.body.classList.remove("busy");
        begin();
    }

    return { ask, share, start, stop, isBusy: () => waiting.size > 0 };
})();

/** The reason of a question that was stopped. */
class Stopped extends Error {
    constructor() { super("stopped"); }
}
