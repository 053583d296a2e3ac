// Sends requests to the worker that runs the tool. To stop the tool, the worker is ended and another one started.

const tool = (() => {
    const source = new Blob([byID("worker").textContent], { type: "text/javascript" });
    const address = URL.createObjectURL(source);
    // The only script that the page starts, as the Trusted Types of its policy require.
    const trusted = globalThis.trustedTypes?.createPolicy("pemtool", { createScriptURL: () => address });
    const waiting = new Map();
    const tables = JSON.parse(byID("tables").textContent);
    let [worker, module, next] = [undefined, undefined, 0];

    function begin() {
        worker = new Worker(trusted ? trusted.createScriptURL("") : address);
        worker.addEventListener("message", ({ data: { id, answer, error } }) => {
            const { resolve, reject } = waiting.get(id);
            waiting.delete(id);
            document.body.classList.toggle("busy", waiting.size > 0);
            if (error === undefined) resolve(answer);
            else reject(new Error(error));
        });
    }

    /** The worker's answer to a question. */
    function ask(question, values = {}, moved = []) {
        document.body.classList.add("busy");
        return new Promise((resolve, reject) => {
            waiting.set(next, { resolve, reject });
            worker.postMessage({ id: next++, question, ...values }, moved);
        });
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
        worker.terminate();
        for (const { reject } of waiting.values()) reject(new Stopped());
        waiting.clear();
        document.body.classList.remove("busy");
        begin();
        return ask("restart", { module, tables });
    }

    return { ask, start, stop, isBusy: () => waiting.size > 0 };
})();

/** The reason of a question that was stopped. */
class Stopped extends Error {}
